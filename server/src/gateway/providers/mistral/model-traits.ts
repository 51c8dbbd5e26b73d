type Efforts = Readonly<Record<string, string>>

/** The level for each effort of a client, given the upstream's levels for `none`, low, medium, high and maximal effort. */
const effortsOfLevels = (none: string, low: string, medium: string, high: string, max: string): Efforts => ({
  none,
  minimal: none,
  low,
  medium,
  high,
  xhigh: max,
  max,
})

const onOff = effortsOfLevels('none', 'high', 'high', 'high', 'high')
/** These models cannot be switched off. */
const threeLevels = effortsOfLevels('low', 'low', 'medium', 'high', 'high')
const glmLevels = effortsOfLevels('low', 'low', 'high', 'high', 'max')

// https://docs.mistral.ai/inference/conversations/reasoning and the model table of @ai-sdk/mistral 4.0.86, 2026-11-18. The
// first match counts. The numbers in names are years and months.
const families: readonly (readonly [name: RegExp, efforts: Efforts, since?: number])[] = [
  [/^mistral-large-4(?:-\d)?$/, threeLevels],
  [/^mistral-small-latest$/, onOff],
  [/^mistral-small-(\d{4})$/, onOff, 2603],
  [/^mistral-medium(?:-latest|-3(?:[.-]5)?)?$/, onOff],
  [/^mistral-medium-(\d{4})$/, onOff, 2604],
  [/^magistral-(?:small|medium)-latest$/, onOff],
  [/^(?:zai-)?glm-5-2$/, onOff],
  [/^zai-glm-(?:latest|5)/, glmLevels],
]

/** The upstream's level for each effort; undefined for models that refuse the field. */
export function effortsOf(model: string): Efforts | undefined {
  return families.find(([name, , since]) => {
    const match = name.exec(model)
    return match !== null && (since === undefined || Number(match[1]) >= since)
  })?.[1]
}
