import type { CodeText } from './read-texts.ts'

/** A word that the console no longer uses, the word for it, what is no case of it, and the files that it is retired in. */
export type RetiredWord = { words: RegExp; use: string; except?: RegExp; onlyIn?: RegExp }

// Administrators set ratios by the names of the options. Users read of multipliers.
const readByUsers = /features\/(pricing|payments|logs|model)\//

export const retiredEnglish: RetiredWord[] = [
  {
    words: /\bcall(s|ed|ing)?\b/gi,
    use: 'request',
    // What models do with tools, and "called" for a name.
    except: /\b(tool|function|MCP) calls?\b|\bmodel (may )?calls?\b|\bcalled\b/gi,
  },
  { words: /\bupstreams?\b/gi, use: 'provider' },
  { words: /\bcustomers?\b/gi, use: 'user' },
  { words: /\bcredits?\b/gi, use: 'balance' },
  {
    words: /\bquotas?\b/gi,
    use: 'balance, spending limit or amount',
    // The unit of amounts, which formulas and the option "Quota per dollar" name.
    except: /(\}|\d) quota\b|\bquota, |\bin quota\b|\bquota per dollar\b/gi,
  },
  { words: /\bbanned\b/gi, use: 'disabled' },
  { words: /\bdrain(s|ed|ing)?\b/gi, use: 'stop new requests' },
  { words: /\bfirst word\b/gi, use: 'time to first token' },
  { words: /\bratios?\b/gi, use: 'multiplier', onlyIn: readByUsers },
  { words: /\b(anew|whoever|at once|by chance|given up|goes on|in force|suits?)\b/gi, use: 'a plain phrase' },
  { words: /\bholds? (at once|from|until)\b/gi, use: 'apply' },
  { words: /\bheld\b/gi, use: 'reserved' },
  { words: /\bno stream\b/gi, use: 'non-streaming' },
  { words: /\borganisations?\b/gi, use: 'organization' },
]

export const retiredChinese: RetiredWord[] = [
  { words: /调用/g, use: '请求', except: /(工具|函数|MCP)的?调用|调用(工具|函数)|模型可以调用/g },
  { words: /上游|供应商|提供商/g, use: '服务商' },
  { words: /客户(?!端)/g, use: '用户' },
  { words: /封禁/g, use: '禁用' },
  // The unit of amounts.
  { words: /额度/g, use: '余额、上限或金额', except: /[}\d] 额度|^额度（|（额度）|每美元额度/g },
  { words: /首字(?!节)/g, use: '首 Token' },
  { words: /预扣/g, use: '预留' },
]

/** Messages whose wording the product's specification gives. */
const specified = new Set<string>([])

const longest = 20
const sentencesOf = (text: string) => text.split(/(?<=[.!?;:])\s+|\n+/)
const wordCount = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** What is wrong with a text in one of the languages. */
export function problemsOf(text: string, words: RetiredWord[], file: string): string[] {
  if (specified.has(text)) return []
  const named = text.replace(/\{\w+/g, '{') // the names of parameters are no words
  const retired = words
    .filter(({ onlyIn }) => !onlyIn || onlyIn.test(file))
    .flatMap(({ words, use, except }) => {
      const found = (except ? named.replace(except, '') : named).match(words)
      return found ? [`${[...new Set(found)].join(', ')}: use ${use}`] : []
    })
  const long = sentencesOf(text).filter((sentence) => wordCount(sentence) > longest)
  return [...retired, ...long.map((sentence) => `${wordCount(sentence)} words, at most ${longest}: ${sentence}`)]
}

/** Every problem of these texts, as `file:line: text: problem`. */
export const problemsIn = (texts: CodeText[]): string[] =>
  texts.flatMap(({ file, line, en, zh }) =>
    [
      ...en.map((text) => [text, retiredEnglish] as const),
      ...zh.map((text) => [text, retiredChinese] as const),
    ].flatMap(([text, words]) =>
      problemsOf(text, words, file).map((problem) => `${file}:${line}: “${text}”: ${problem}`),
    ),
  )
