import { bareName, encodingOf } from './encoding.ts'
import type { ImageSize } from './heif-size.ts'

/** Tiles of 512 × 512 pixels on top of a base, or patches of 32 × 32 times a factor. */
type ImageRule = { base: number; tile: number } | { patchFactor: number }

// The first matching pattern decides, so small models come before the family they belong to.
const rules: readonly (readonly [name: RegExp, rule: ImageRule])[] = [
  [/^gpt-4\.1-mini/, { patchFactor: 1.62 }],
  [/^gpt-4\.1-nano/, { patchFactor: 2.46 }],
  [/^gpt-5.*-mini/, { patchFactor: 1.62 }],
  [/^gpt-5.*-nano/, { patchFactor: 2.46 }],
  [/^o4-mini/, { patchFactor: 1.72 }],
  [/^gpt-4o-mini/, { base: 2833, tile: 5667 }],
  [/^gpt-5/, { base: 70, tile: 140 }],
  [/^o[13](-|$)/, { base: 75, tile: 150 }],
  [/^computer-use-preview/, { base: 65, tile: 129 }],
]
const defaultRule: ImageRule = { base: 85, tile: 170 } // gpt-4o, 4.1, 4.5 and their predecessors

const otherImageTokens = 520
const glm4vImageTokens = 1047
/** The size assumed for an image whose size is unknown. */
const sizeAssumed: ImageSize = { width: 1024, height: 1024 }

/** Tokens of one image in a prompt. Without a detail, high is assumed. */
export function imageTokens(model: string, size: ImageSize = sizeAssumed, detail = 'high'): number {
  const name = bareName(model)
  if (name === 'glm-4v') return glm4vImageTokens
  if (!encodingOf(model)) return otherImageTokens
  const rule = rules.find(([pattern]) => pattern.test(name))?.[1] ?? defaultRule
  if ('patchFactor' in rule) return Math.round(patchesOf(size) * rule.patchFactor)
  return detail === 'low' ? rule.base : rule.base + tilesOf(size) * rule.tile
}

/**
 * Pieces along a side after scaling. Rounded to whole pixels first: a floating-point error must not begin another
 * piece.
 */
const piecesAlong = (side: number, scale: number, pieceSide: number) =>
  Math.max(1, Math.ceil(Math.round(side * scale) / pieceSide))

const sideMax = 2048
const shortSide = 768
const tileSide = 512

/** The image is scaled to a short side of 768, or less where the long side would exceed 2048, and cut into tiles. */
function tilesOf({ width, height }: ImageSize): number {
  const scale = Math.min(shortSide / Math.min(width, height), sideMax / Math.max(width, height))
  return piecesAlong(width, scale, tileSide) * piecesAlong(height, scale, tileSide)
}

const patchSide = 32
const patchesMax = 1536

/**
 * An image of too many patches is scaled down, a little further than needed so that whole patches fit along one side.
 */
function patchesOf({ width, height }: ImageSize): number {
  const patches = piecesAlong(width, 1, patchSide) * piecesAlong(height, 1, patchSide)
  if (patches <= patchesMax) return patches
  const scale = Math.sqrt((patchSide ** 2 * patchesMax) / (width * height))
  const wholeAgainstFitting = (side: number) => {
    const fitting = (side * scale) / patchSide
    return Math.max(1, Math.floor(fitting)) / fitting
  }
  const wholeScale = scale * Math.min(wholeAgainstFitting(width), wholeAgainstFitting(height))
  return Math.min(patchesMax, piecesAlong(width, wholeScale, patchSide) * piecesAlong(height, wholeScale, patchSide))
}
