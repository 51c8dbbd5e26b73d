const verbs = {
  errors: ['errors', 'error', 'failures', '错误', '报错', '失败'],
  refund: ['refund', '退款'],
  topUp: ['topup', '充值'],
  disable: ['disable', 'ban', '禁用', '停用', '封禁'],
  price: ['price', 'prices', '价格', '定价'],
  route: ['route', '路由'],
  log: ['log', 'logs', 'requests', '日志', '请求'],
} as const

const days = {
  today: ['today', '今天', '今日'],
  yesterday: ['yesterday', '昨天', '昨日'],
} as const

/** Words between the others that say nothing by themselves. */
const fillers = new Set([
  'of',
  'for',
  'the',
  'to',
  'from',
  'by',
  'user',
  'model',
  'channel',
  'usd',
  'dollars',
  '的',
  '给',
  '用户',
  '模型',
  '美元',
])

export type Verb = keyof typeof verbs
export type Day = keyof typeof days
/** A simple sentence: what to do, with which user, model or channel, how many dollars, on which day. */
export type Sentence = { verb: Verb; name: string; amount?: string; day?: Day }

const isHan = (word: string) => /\p{sc=Han}/u.test(word)
const allWords = [...Object.values(verbs).flat(), ...Object.values(days).flat(), ...fillers]
const hanWords = new RegExp(`(${allWords.filter(isHan).join('|')})`, 'gu')
const amountPattern = /^[$¥￥]?(\d{1,9}(?:\.\d{1,6})?)(?:\$|usd|美元|元)?$/i

const keyOf = <Key extends string>(table: Readonly<Record<Key, readonly string[]>>, word: string): Key | undefined =>
  (Object.keys(table) as Key[]).find((key) => table[key].includes(word.toLowerCase()))

/** Chinese is written without spaces; a verb of two words becomes one. */
const tokensOf = (text: string): string[] =>
  text
    .replace(/\btop[ -]up\b/gi, 'topup')
    .replace(hanWords, ' $1 ')
    .split(/\s+/)
    .filter(Boolean)

/** An English verb begins or ends the sentence: "route" within a name is no verb. */
function verbAt(tokens: readonly string[]): number {
  const isVerb = (word: string, at: number) =>
    keyOf(verbs, word) !== undefined && (isHan(word) || at === 0 || at === tokens.length - 1)
  return tokens.findIndex(isVerb)
}

/** Verbs that mean something without a name. */
const standsAlone = ({ verb, day }: Sentence) =>
  verb === 'topUp' || verb === 'errors' || (verb === 'log' && day !== undefined)

/** Reads "errors qwen-max", "refund sofia 5" or "sofia 昨天的日志". Undefined where the text is no such sentence. */
export function parseSentence(text: string): Sentence | undefined {
  const tokens = tokensOf(text)
  const at = verbAt(tokens)
  const verb = keyOf(verbs, tokens[at] ?? '')
  if (verb === undefined) return undefined
  const others = tokens.filter((_, index) => index !== at)
  const day = others.map((word) => keyOf(days, word)).find(Boolean)
  const rest = others.filter((word) => !keyOf(days, word) && !fillers.has(word.toLowerCase()))
  const amount = verb === 'refund' || verb === 'topUp' ? amountOf(rest) : undefined
  const named = amount === undefined ? rest : rest.slice(0, -1)
  const sentence: Sentence = { verb, name: named.join(' '), ...(amount && { amount }), ...(day && { day }) }
  return sentence.name !== '' || standsAlone(sentence) ? sentence : undefined
}

/** The last word, if a name stands before it: a user may be called 42. */
const amountOf = (words: readonly string[]): string | undefined =>
  words.length > 1 ? amountPattern.exec(words.at(-1) ?? '')?.[1] : undefined
