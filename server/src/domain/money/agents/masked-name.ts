/** A name that the agent may recognise and nobody else: `so***a`. The mask does not tell how long the name is. */
export function maskedName(name: string): string {
  const characters = [...name]
  const { length } = characters
  const shown = length > 4 ? 2 : 1
  return `${characters.slice(0, shown).join('')}***${length > 3 ? characters.at(-1) : ''}`
}
