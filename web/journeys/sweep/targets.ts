import type { Page } from 'playwright-core'

/** `minimum`: the height that needs no room around it. `layer`: targets of another layer scroll away from this one. */
type Target = { name: string; x: number; y: number; width: number; height: number; minimum: number; layer: number }

const diameter = 24

/** Whether a circle around the middle of one target touches another target. */
function touches(one: Target, other: Target): boolean {
  const [x, y] = [one.x + one.width / 2, one.y + one.height / 2]
  const dx = x - Math.min(Math.max(x, other.x), other.x + other.width)
  const dy = y - Math.min(Math.max(y, other.y), other.y + other.height)
  return dx * dx + dy * dy < (diameter / 2) ** 2
}

/** Too small and not spaced as WCAG 2.5.8 requires: a finger or a shaky hand hits a neighbour. */
export const crampedTargets = (targets: readonly Target[]) =>
  targets.filter(
    (target) =>
      (target.width < diameter || target.height < target.minimum) &&
      targets.some((other) => other !== target && other.layer === target.layer && touches(target, other)),
  )

/** The targets that can be pressed. Links inside a sentence are exempt: the height of the line is theirs. */
const readTargets = (isPhone: boolean) => {
  const controls =
    'button, a[href], input[type=checkbox], input[type=radio], [role=button], [role=switch], [role=menuitem]'
  const isInSentence = (element: Element) => element.matches('p a, p button, label a')
  const overlays = [...document.querySelectorAll('.ant-drawer-open, .ant-modal-wrap')].filter((each) =>
    each.checkVisibility(),
  )
  const scope = overlays.at(-1) ?? document
  // The bar at the bottom of a form covers whatever is below it until somebody scrolls.
  const layers: (Element | undefined)[] = [undefined]
  const layerOf = (element: Element) => {
    let fixed: Element | null = element
    while (fixed && !/fixed|sticky/.test(getComputedStyle(fixed).position)) fixed = fixed.parentElement
    if (!layers.includes(fixed ?? undefined)) layers.push(fixed ?? undefined)
    return layers.indexOf(fixed ?? undefined)
  }
  return [...scope.querySelectorAll(controls)]
    .filter((element) => getComputedStyle(element).pointerEvents !== 'none')
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(
      (element) =>
        !element.matches(':disabled') && !isInSentence(element) && !element.closest('[inert], [aria-hidden=true]'),
    )
    .map((element) => {
      // A checkbox is pressed by its label too.
      const box = (element.closest('label') ?? element).getBoundingClientRect()
      const { x, y, width, height } = box
      const minimum = isPhone ? (element.closest('li') ? 32 : 40) : 24
      return { name: element.outerHTML.slice(0, 160), x, y, width, height, minimum, layer: layerOf(element) }
    })
    .filter(({ y, width, height }) => width > 1 && height > 1 && y + height > 0)
}

/** The targets that are too small: 24 × 24 px under a mouse; 40 px high under a finger, 32 in a card; or far enough from every other target. */
export async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(readTargets, (page.viewportSize()?.width ?? 0) <= 600)
  return crampedTargets(targets).map(
    ({ name, width, height }) => `${page.url()}: ${Math.round(width)}×${Math.round(height)} ${name}`,
  )
}
