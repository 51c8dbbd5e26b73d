type Efforts = Readonly<Record<string, string>>

/** What thinking means for a generation of GLM. */
export type Traits = {
  /** GLM-5.2 is 502. */
  since: number
  /** The upstream's level for each effort. Absent: an effort is only a switch. */
  efforts?: Efforts
  /** Thinking cannot be switched off: the least effort stands for `none`. */
  isAlwaysThinking?: true
}

// The newest generation comes first. Models of another name are older than all of them.
// GLM-5.3: only `enabled`, with the levels low, high and max: https://openrouter.ai/z-ai/glm-5.3/api and
// https://docs.z.ai/guides/vlm/glm-5.3-flash, 2026-11-18. Other levels of older generations are read as `high` or `max`.
const generations: readonly [Traits, ...Traits[]] = [
  {
    since: 503,
    efforts: { none: 'low', minimal: 'low', low: 'low', medium: 'high', high: 'high', xhigh: 'max', max: 'max' },
    isAlwaysThinking: true,
  },
  { since: 502, efforts: { minimal: 'high', low: 'high', medium: 'high', high: 'high', xhigh: 'max', max: 'max' } },
  { since: 0 },
]

export function traitsOf(model: string): Traits {
  const match = /^glm-(\d{1,2})(?:\.(\d{1,2}))?/.exec(model)
  const generation = match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : 0
  return generations.find(({ since }) => generation >= since) ?? generations[0]
}
