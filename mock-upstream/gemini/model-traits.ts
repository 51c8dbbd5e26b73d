export type ModelTraits = {
  /** 2.5 of `gemini-2.5-pro`; 0 without a number in the name. */
  version: number
  isGemma: boolean
  isImageModel: boolean
  /** Refuses sampling parameters, a last turn of the model, and results without ids. */
  isStrict: boolean
  /** Calls in the history must come back with their signature. */
  needsSignatures: boolean
  thinksByDefault: boolean
  /** The smallest and largest thinking budget, for models with budgets; 0 means that thinking can be switched off. */
  budget?: { min: number; max: number; mayBeOff: boolean }
  /** The thinking levels, for models with levels. */
  levels?: string[]
}

export function traitsOf(model: string): ModelTraits {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0)
  const isLite = model.includes('flash-lite')
  const isFlash = model.includes('flash')
  const traits: ModelTraits = {
    version,
    isGemma: model.startsWith('gemma'),
    isImageModel: model.includes('-image'),
    isStrict: version >= 3.6 || (version === 3.5 && isLite),
    needsSignatures: version >= 3,
    thinksByDefault: version >= 3 || (version === 2.5 && !isLite),
  }
  if (version >= 3)
    traits.levels = isFlash && version < 3.7 ? ['minimal', 'low', 'medium', 'high'] : ['low', 'medium', 'high']
  else if (version === 2.5 && isLite) traits.budget = { min: 512, max: 24_576, mayBeOff: true }
  else if (version === 2.5 && isFlash) traits.budget = { min: 0, max: 24_576, mayBeOff: true }
  else if (version === 2.5) traits.budget = { min: 128, max: 32_768, mayBeOff: false }
  return traits
}
