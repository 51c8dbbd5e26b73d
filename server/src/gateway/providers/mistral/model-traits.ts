type Efforts = Readonly<Record<string, string>>

/** Models with a switch and no levels. */
const onOff: Efforts = {
  none: 'none',
  minimal: 'none',
  low: 'high',
  medium: 'high',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}
const levels: Efforts = {
  none: 'none',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}
/** GLM on Mistral's service. */
const glmLevels: Efforts = {
  none: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'max',
  max: 'max',
}

// https://docs.mistral.ai/inference/conversations/reasoning, 2026-11-18; the values are those of the vendor's library
// (https://github.com/mistralai/client-ts, src/models/components/reasoningeffort.ts). Dated names are years and months.
const families: readonly (readonly [name: RegExp, efforts: Efforts, since?: number])[] = [
  [/^mistral-large-4(?:-\d)?$/, levels],
  [/^mistral-small-latest$/, onOff],
  [/^mistral-small-(\d{4})$/, onOff, 2603],
  [/^mistral-medium-(?:latest|3[.-]5)$/, onOff],
  [/^mistral-medium-(\d{4})$/, onOff, 2604],
  [/^zai-glm-(?:latest|5)/, glmLevels],
]

/** The upstream's level for each effort; undefined for models that refuse the field. */
export function effortsOf(model: string): Efforts | undefined {
  return families.find(([name, , since]) => {
    const match = name.exec(model)
    return match !== null && (since === undefined || Number(match[1]) >= since)
  })?.[1]
}
