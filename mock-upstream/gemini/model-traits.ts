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
  /** Presence and frequency penalties are refused: everywhere, or by the Gemini API only. */
  refusesPenalties: 'never' | 'onGemini' | 'always'
}

// Sources, read 2026-11-18. Penalties: github.com/BerriAI/litellm pull 32273 (2.5 on the Gemini API) and pull 16907 (3),
// github.com/PublicAffairs/openai-gemini issue 63 (2.0 accepts them). Levels: the guides to Gemini 3.6 Flash, 3.8 Flash and
// 4 Argon at docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides, github.com/maximhq/bifrost issue 7287
// (Flash-Lite), @ai-sdk/google 4.0.121 (3 Pro has low and high, Hydrogen has xhigh). Strict models:
// github.com/LibreChat-AI/agents pull 323. Budgets: Google's table in github.com/juspay/neurolink pull 1707.

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
    refusesPenalties: version >= 3 ? 'always' : version === 2.5 ? 'onGemini' : 'never',
  }
  if (version >= 3) traits.levels = levelsOf(model, version)
  else if (version === 2.5 && isLite) traits.budget = { min: 512, max: 24_576, mayBeOff: true }
  else if (version === 2.5 && isFlash) traits.budget = { min: 0, max: 24_576, mayBeOff: true }
  else if (version === 2.5) traits.budget = { min: 128, max: 32_768, mayBeOff: false }
  return traits
}

function levelsOf(model: string, version: number): string[] {
  if (model.startsWith('gemini-3-pro')) return ['low', 'high']
  if (model.includes('hydrogen')) return ['low', 'medium', 'high', 'xhigh']
  const hasMinimal = model.includes('flash-lite') || (model.includes('flash') && version < 3.7)
  return hasMinimal ? ['minimal', 'low', 'medium', 'high'] : ['low', 'medium', 'high']
}
