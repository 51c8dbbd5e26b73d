import type { CodeText, Message } from './read-texts.ts'

/** A word that the console no longer uses, the word for it, what is no case of it, and the files that it is retired in. */
export type RetiredWord = { words: RegExp; use: string; except?: RegExp; onlyIn?: RegExp }

// Administrators set ratios by the names of the options. Users read of multipliers.
const readByUsers = /features\/(pricing|payments|logs|model)\//
// The guide and the settings of the unit explain the unit of amounts.
const unlessUnitIsMeant = /^(?!docs\/|.*operation-sections)/

const providerInEnglish: RetiredWord = { words: /\bupstreams?\b/gi, use: 'provider' }
const providerInChinese: RetiredWord = { words: /上游|供应商|提供商/g, use: '服务商' }

export const retiredEnglish: RetiredWord[] = [
  {
    words: /\bcall(s|ed|ing)?\b/gi,
    use: 'request',
    // What models do with tools, and "called" for a name.
    except: /\b(tool|function|MCP) calls?\b|\bmodel (may )?calls?\b|\bcalled\b/gi,
  },
  providerInEnglish,
  { words: /\bcustomers?\b/gi, use: 'user' },
  { words: /\bcredits?\b/gi, use: 'balance' },
  {
    words: /\bquotas?\b/gi,
    use: 'balance, spending limit or amount',
    // The unit of amounts, which formulas and the option "Quota per dollar" name.
    except: /(\}|\d) quota\b|\bquota, |\bin quota\b|\bquota per dollar\b/gi,
    onlyIn: unlessUnitIsMeant,
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
  providerInChinese,
  { words: /客户(?!端)/g, use: '用户' },
  { words: /封禁/g, use: '禁用' },
  // The unit of amounts.
  {
    words: /额度/g,
    use: '余额、上限或金额',
    except: /[}\d] 额度|^额度（|（额度）|每美元额度/g,
    onlyIn: unlessUnitIsMeant,
  },
  { words: /首字(?!节)/g, use: '首 Token' },
  { words: /预扣/g, use: '预留' },
]

/** Messages whose wording the product's specification gives. */
const specified = new Set([
  'User has been banned',
  '用户已被封禁',
  'Username or password is incorrect, or user has been banned',
  '用户名或密码错误，或用户已被封禁',
  'Insufficient user quota',
  'Insufficient user quota. Top up to continue',
  '用户额度不足',
  '用户额度不足，请充值',
  'Insufficient token quota',
  '令牌额度不足',
  '该令牌额度已用尽 {key}',
  '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
  'Current group upstream load is saturated, please try again later',
  '当前分组上游负载已饱和，请稍后再试',
  'upstream task timed out (over 1 hour)',
])

const longest = 20
const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
const sentencesOf = (text: string) => text.split(/(?<=[.!?;:])\s+|\n+/)
const wordCount = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** The retired words in a text, each with the word to use. */
function retiredIn(text: string, words: RetiredWord[], file: string): string[] {
  if (specified.has(text)) return []
  const named = text.replace(/\{\w+/g, '{') // the names of parameters are no words
  return words
    .filter(({ onlyIn }) => !onlyIn || onlyIn.test(file))
    .flatMap(({ words, use, except }) => {
      const found = (except ? named.replace(except, '') : named).match(words)
      return found ? [`${[...new Set(found)].join(', ')}: use ${use}`] : []
    })
}

/** What is wrong with a text in one of the languages. */
export function problemsOf(text: string, words: RetiredWord[], file: string): string[] {
  const long = hasHan(text) ? [] : sentencesOf(text).filter((sentence) => wordCount(sentence) > longest)
  return [
    ...retiredIn(text, words, file),
    ...long.map((sentence) => `${wordCount(sentence)} words, at most ${longest}: ${sentence}`),
  ]
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

/** The messages in one language that call a provider something else. */
export const otherNamesOfProvider = (messages: Message[]): string[] =>
  messages.flatMap(({ file, text }) =>
    retiredIn(text, [providerInEnglish, providerInChinese], file).map((problem) => `${file}: “${text}”: ${problem}`),
  )
