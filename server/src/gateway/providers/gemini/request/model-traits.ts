import { bareModel } from '../../../translate/max-tokens-field.ts'

/**
 * How thinking is configured. `off` is the lowest budget, 0 where thinking can be switched off; `min` is the lowest
 * budget for thinking.
 */
export type ThinkingTrait =
  | { kind: 'none' }
  | { kind: 'budget'; off: number; min: number; max: number }
  | { kind: 'level'; lowest: 'minimal' | 'low' }

/** The features of a model, as far as models differ. */
export type ModelTraits = {
  thinking: ThinkingTrait
  takesSystem: boolean
  takesSampling: boolean
  /** The last turn must be the user's: the model does not continue its own turn. */
  needsUserLast: boolean
  /** A call in the history is refused without its signature. */
  needsSignatures: boolean
  /** JSON schemas are accepted unchanged. */
  takesJsonSchema: boolean
  /** Google's own tools are accepted beside functions. */
  combinesTools: boolean
  makesImages: boolean
  /** Older models filter output unless told not to. */
  filtersByDefault: boolean
}

// The `latest` aliases are the newest generation.
const newest = 400

/** `gemini-2.5-flash` is 205, `gemini-3-pro-preview` 300: generations that can be compared. */
function generationOf(name: string): number | undefined {
  if (/^gemini-(?:pro|flash|flash-lite)-latest$/.test(name)) return newest
  const match = /^gemini-(\d{1,2})(?:\.(\d{1,2}))?(?!\d)/.exec(name)
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : undefined
}

function thinkingOf(name: string, generation: number): ThinkingTrait {
  if (generation < 205 || /image|tts|audio|embedding/.test(name)) return { kind: 'none' }
  if (generation >= 300) {
    const lacksMinimal = generation >= 307 || !name.includes('flash')
    return { kind: 'level', lowest: lacksMinimal ? 'low' : 'minimal' }
  }
  if (name.includes('flash-lite')) return { kind: 'budget', off: 0, min: 512, max: 24_576 }
  return name.includes('flash')
    ? { kind: 'budget', off: 0, min: 128, max: 24_576 }
    : { kind: 'budget', off: 128, min: 128, max: 32_768 }
}

/** By the model's name. A name without a number gets no feature that only some models have. */
export function traitsOf(model: string): ModelTraits {
  const name = bareModel(model).toLowerCase()
  const generation = generationOf(name)
  const known = generation ?? 0
  // 3.5-flash is served by 3.6, which introduced the stricter rules; 3.5-flash-lite has them itself.
  const isStrict = known >= 305
  return {
    thinking: thinkingOf(name, known),
    takesSystem: !name.startsWith('gemma'),
    takesSampling: !isStrict,
    needsUserLast: isStrict,
    needsSignatures: known >= 300,
    takesJsonSchema: known >= 205,
    combinesTools: known >= 300,
    makesImages: name.startsWith('gemini') && name.includes('image'),
    filtersByDefault: generation !== undefined && generation < 205,
  }
}

export const isImagen = (model: string): boolean => bareModel(model).toLowerCase().startsWith('imagen')
