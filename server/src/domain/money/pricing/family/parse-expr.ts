/** The counts of a call that a billing expression of new-api can multiply with a price. */
export const exprCounts = ['p', 'c', 'cr', 'cc', 'cc1h', 'img', 'img_o', 'ai', 'ao'] as const
export type ExprCount = (typeof exprCounts)[number]
/** Dollars per million tokens. Tokens of an absent count belong to `p` or `c`. */
export type ExprRates = Partial<Record<ExprCount, number>>

export type Comparison = '<' | '<=' | '>' | '>='
export type LengthCondition = { comparison: Comparison; length: number }
/** The first branch whose conditions hold decides; the last one has none. */
export type Branch = { conditions: LengthCondition[]; rates: ExprRates }

export type TimeCheck = { unit: 'hour' | 'weekday'; zone: string; comparison: Comparison | '=='; value: number }
export type RuleCondition =
  | { kind: 'param'; name: string; value: string }
  | { kind: 'header'; name: string; part: string }
  /** One of the checks holds. */
  | { kind: 'time'; checks: TimeCheck[] }
/** Multiplies the price of the calls for which all conditions hold. */
export type Rule = { conditions: RuleCondition[]; factor: number }
export type ParsedExpr = { branches: Branch[]; rules: Rule[] }

/** Longer than any expression that people edit. */
const textMax = 20_000
const depthMax = 32

const tokenPattern =
  /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|("(?:[^"\\]|\\.)*")|([a-z]\w*)|(&&|\|\||[<>=]=|[<>()*+?:,]))/iy

type Token =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'word' | 'sign'; value: string }

class NotReadable extends Error {}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(tokenPattern)
  const end = text.trimEnd().length
  while (pattern.lastIndex < end) {
    const [, number, quoted, word, sign] = pattern.exec(text) ?? []
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number) })
    else if (quoted !== undefined) tokens.push({ kind: 'text', value: unquoted(quoted) })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign })
    else throw new NotReadable()
  }
  return tokens
}

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    throw new NotReadable()
  }
}

/**
 * A billing expression as the visual editor of new-api writes it; undefined for any other text:
 *
 *     len <= 200000 ? tier("a", p * 3 + c * 15) : tier("b", p * 6 + c * 22.5)
 *     (tier("a", p * 3 + c * 15)) * (param("service_tier") == "flex" ? 0.5 : 1) * (hour("UTC") < 6 ? 0.5 : 1)
 */
export function parseExpr(text: string): ParsedExpr | undefined {
  if (text.length > textMax) return undefined
  try {
    return parse(new Tokens(tokensOf(text.trim().replace(/^v1:/, ''))))
  } catch (error) {
    if (error instanceof NotReadable) return undefined
    throw error
  }
}

/** The tokens that are still to be read. */
class Tokens {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }
  isEmpty(): boolean {
    return this.#at === this.#tokens.length
  }
  /** Whether the next token is this one. */
  sees(value: string): boolean {
    const token = this.#tokens[this.#at]
    return token !== undefined && token.kind !== 'text' && token.value === value
  }
  takes(value: string): boolean {
    if (!this.sees(value)) return false
    this.#at += 1
    return true
  }
  must(value: string): void {
    if (!this.takes(value)) throw new NotReadable()
  }
  oneOf<Value extends string>(values: readonly Value[]): Value {
    const found = values.find((value) => this.takes(value))
    if (found === undefined) throw new NotReadable()
    return found
  }
  number(): number {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== 'number' || !Number.isFinite(token.value)) throw new NotReadable()
    return token.value
  }
  text(): string {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== 'text') throw new NotReadable()
    return token.value
  }
  /** `name("text")`, or the rest of it after the name. */
  argument(): string {
    this.must('(')
    const value = this.text()
    this.must(')')
    return value
  }
}

function parse(tokens: Tokens): ParsedExpr {
  // A product binds closer than a choice: `a ? b : c * rule` would multiply only c.
  const isChoice = tokens.sees('len')
  const branches = isChoice ? choice(tokens, 0) : operand(tokens, 0)
  const rules: Rule[] = []
  while (!isChoice && tokens.takes('*')) rules.push(rule(tokens))
  if (!tokens.isEmpty()) throw new NotReadable()
  return { branches, rules }
}

function choice(tokens: Tokens, depth: number): Branch[] {
  if (depth > depthMax) throw new NotReadable()
  if (!tokens.sees('len')) return operand(tokens, depth)
  const branches: Branch[] = []
  while (tokens.sees('len')) {
    const conditions = lengthConditions(tokens)
    tokens.must('?')
    branches.push({ conditions, rates: ratesOfTier(tokens) })
    tokens.must(':')
  }
  return [...branches, ...operand(tokens, depth)]
}

function operand(tokens: Tokens, depth: number): Branch[] {
  if (tokens.takes('(')) {
    const branches = choice(tokens, depth + 1)
    tokens.must(')')
    return branches
  }
  // The editor writes the sum alone where nothing is charged.
  return [{ conditions: [], rates: tokens.sees('tier') ? ratesOfTier(tokens) : sum(tokens) }]
}

function lengthConditions(tokens: Tokens): LengthCondition[] {
  const conditions: LengthCondition[] = []
  do {
    tokens.must('len')
    conditions.push({ comparison: tokens.oneOf(['<=', '>=', '<', '>']), length: tokens.number() })
  } while (tokens.takes('&&'))
  return conditions
}

function ratesOfTier(tokens: Tokens): ExprRates {
  tokens.must('tier')
  tokens.must('(')
  tokens.text()
  tokens.must(',')
  const rates = sum(tokens)
  tokens.must(')')
  return rates
}

function sum(tokens: Tokens): ExprRates {
  const rates: ExprRates = {}
  do {
    const count = tokens.oneOf(exprCounts)
    if (rates[count] !== undefined) throw new NotReadable()
    tokens.must('*')
    rates[count] = tokens.number()
  } while (tokens.takes('+'))
  return rates
}

function rule(tokens: Tokens): Rule {
  tokens.must('(')
  const conditions: RuleCondition[] = []
  do conditions.push(ruleCondition(tokens))
  while (tokens.takes('&&'))
  if (conditions.length === 1 && conditions[0]?.kind === 'time' && tokens.takes('||'))
    conditions[0].checks.push(timeCheck(tokens))
  tokens.must('?')
  const factor = tokens.number()
  tokens.must(':')
  if (tokens.number() !== 1) throw new NotReadable()
  tokens.must(')')
  return { conditions, factor }
}

function ruleCondition(tokens: Tokens): RuleCondition {
  if (tokens.takes('param')) {
    const name = tokens.argument()
    tokens.must('==')
    return { kind: 'param', name, value: tokens.text() }
  }
  if (tokens.takes('has')) {
    tokens.must('(')
    tokens.must('header')
    const name = tokens.argument()
    tokens.must(',')
    const part = tokens.text()
    tokens.must(')')
    return { kind: 'header', name, part }
  }
  if (!tokens.takes('(')) return { kind: 'time', checks: [timeCheck(tokens)] }
  const checks = [timeCheck(tokens)]
  if (tokens.takes('||')) checks.push(timeCheck(tokens))
  tokens.must(')')
  return { kind: 'time', checks }
}

function timeCheck(tokens: Tokens): TimeCheck {
  const unit = tokens.oneOf(['hour', 'weekday'])
  const zone = tokens.argument()
  return { unit, zone, comparison: tokens.oneOf(['==', '<=', '>=', '<', '>']), value: tokens.number() }
}
