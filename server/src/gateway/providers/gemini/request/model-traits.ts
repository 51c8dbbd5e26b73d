import { bareModel } from '../../../translate/max-tokens-field.ts'
import { memoize } from '../../../translate/memoize.ts'
import { families, type ModelTraits, otherModels, outputs } from './model-families.ts'

/** By the model's name, which may have the prefix of a reseller. */
export const traitsOf = memoize((model): ModelTraits => {
  const name = bareModel(model).toLowerCase()
  const traits = families.find(({ names }) => names.test(name))?.traits ?? otherModels
  return { ...traits, ...outputs.find(({ names }) => names.test(name))?.traits }
})

export const isImagen = (model: string): boolean => bareModel(model).toLowerCase().startsWith('imagen')

/** Imagen 3 has one size. Source: GenerateImagesConfig of @google/genai 2.32, read 2026-11-18. */
export const hasImageSizes = (model: string): boolean => !bareModel(model).toLowerCase().startsWith('imagen-3')
