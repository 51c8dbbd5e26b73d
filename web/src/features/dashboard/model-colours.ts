/** Colours that stay apart for every reader are seven; the eighth is for all other models. */
export const coloursOfModels = 7
export const colourOfOthers = coloursOfModels + 1

/**
 * The colours of at most seven models, no two alike. They depend on the names alone, so a model keeps its colour when it
 * costs more or less than another, in every chart and every range of time. Where two names want the same colour, the first
 * in the alphabet has it, and the other takes the next one of the palette that is free.
 */
export function modelColours(names: readonly string[]): ReadonlyMap<string, number> {
  const colours = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of names.toSorted()) {
    let colour = hashOf(name) % coloursOfModels
    while (taken.has(colour)) colour = (colour + 1) % coloursOfModels
    taken.add(colour)
    colours.set(name, colour + 1)
  }
  return colours
}

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
