/** Returns the text in another language, or as it is where there is no translation. */
export type Translate = (text: string) => string

const parameter = /\{[^}]+\}/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Translates the texts in the left column of a table. A parameter in braces stands for any words, so that filled-in texts and
 * messages of the server are found too: `{name} bound` translates `GitHub bound`. These words are translated themselves if the table has them.
 */
export function translateBy(texts: Readonly<Record<string, string>>): Translate {
  const isKnown = (text: string) => Object.hasOwn(texts, text)
  let patterns: { pattern: RegExp; names: string[]; text: string }[] | undefined
  const readPatterns = () =>
    Object.keys(texts)
      .filter((text) => text.replace(parameter, '').trim() !== '' && text.search(parameter) >= 0)
      .sort((one, other) => other.length - one.length) // the text with the most words of its own comes first
      .map((text) => ({
        pattern: new RegExp(`^${text.split(parameter).map(escaped).join('(.+?)')}$`, 's'),
        names: text.match(parameter) ?? [],
        text,
      }))
  return (text) => {
    if (isKnown(text)) return texts[text] ?? text
    patterns ??= readPatterns()
    for (const { pattern, names, text: template } of patterns) {
      const words = pattern.exec(text)?.slice(1)
      if (!words) continue
      return (texts[template] ?? text).replace(parameter, (name) => {
        const word = words[names.indexOf(name)] ?? name
        return isKnown(word) ? (texts[word] ?? word) : word
      })
    }
    return text
  }
}
