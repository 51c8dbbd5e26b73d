import type { Locator, Page } from 'playwright-core'

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Whether an element is at the top of the window, below the top bar. */
export async function isAtTop(target: Locator) {
  await target.waitFor()
  await target.page().waitForFunction(
    (element) => {
      const { top } = (element as HTMLElement).getBoundingClientRect()
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      return (top >= 40 && top < 160) || (isAtEnd && top < window.innerHeight)
    },
    await target.elementHandle(),
  )
}
