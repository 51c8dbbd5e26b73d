import { Lexer, Marked, type TokenizerAndRendererExtension, type TokensList } from 'marked'

/** Our own token for TeX between dollars, or between backslashes and brackets. */
export type FormulaToken = { type: 'formula'; raw: string; text: string; isBlock: boolean }

const blockPattern = /^(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/
// A dollar of money has a blank behind it, or is followed by a number: "$5 and $6".
const inlinePattern = /^(?:\$\$([^$\n]+?)\$\$|\$(?!\s)((?:\\.|[^$\n\\])+?)(?<!\s)\$(?!\d)|\\\(([\s\S]+?)\\\))/

const starts = { block: /(?<=\n)(?:\$\$|\\\[)/, inline: /\$|\\\(/ }

const formula = (level: 'block' | 'inline', pattern: RegExp): TokenizerAndRendererExtension => ({
  name: level === 'block' ? 'blockFormula' : 'formula',
  level,
  start: (source) => starts[level].exec(source)?.index,
  tokenizer(source) {
    const match = pattern.exec(source)
    if (!match) return undefined
    const text = (match[1] ?? match[2] ?? match[3] ?? '').trim()
    return { type: 'formula', raw: match[0], text, isBlock: level === 'block' || match[1] !== undefined }
  },
})

const markdown = new Marked({ gfm: true, extensions: [] })
markdown.use({ extensions: [formula('block', blockPattern), formula('inline', inlinePattern)] })

/** The whole tree of a text. */
export const tokensOf = (text: string): TokensList => markdown.lexer(text)

/** The blocks alone, which is much quicker. Their `raw` texts joined are the text. */
export const blockTokensOf = (text: string) => new Lexer(markdown.defaults).blockTokens(text, [])
