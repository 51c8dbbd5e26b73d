import assert from 'node:assert/strict'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { HeldResponse } from '../../../../mock-upstream/held-responses.ts'
import { assertCharged, type Books } from '../books.ts'
import { eventsIn, send } from '../send.ts'
import type { Account } from './accounts.ts'
import { arrival, beginCall, type ClientCall } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import type { ChatCase } from './wire-cases.ts'

export type Tokens = { input: number; output: number }
/** What tokens cost. */
export type Price = (tokens: Tokens) => number

export const prompt = 'Please say 40 words about the sea.'
const words = ['sun', 'sky', 'sea', 'oak', 'ice', 'fog', 'bay', 'elm']
const firstWords = 'sun sky'
/** What the mock responds. */
export const response = Array.from({ length: 40 }, (_, at) => words[at % words.length]).join(' ')
/** The mock cuts text into pieces of this many characters, which are four words. */
const pieceLength = 16
export const textPieces = Math.ceil(response.length / pieceLength)
export const textOfPieces = (count: number): string => response.slice(0, count * pieceLength)

/** What the mock reports. */
const told: Tokens = { input: Math.ceil(prompt.length / 4), output: Math.ceil(response.length / 4) }
/** Our own count: the words of the prompt, the wrapping of a message, and of the response. */
export const counted: Tokens = {
  input: 3 + 3 + countTokens('user') + countTokens(prompt),
  output: countTokens(response),
}

/** The charge of a complete response. */
export const usedBy = ({ tellsUsage }: ChatCase): Tokens => (tellsUsage ? told : counted)
/** The charge of a response that broke off after this text. */
export const usedUntil = ({ tellsPromptFirst }: ChatCase, text: string): Tokens => ({
  input: tellsPromptFirst ? told.input : counted.input,
  output: countTokens(text),
})

/** A call is charged for these tokens, by its row and everywhere else. Gives the row. */
export function assertUsed(books: Books, used: Tokens, price: Price) {
  const row = assertCharged(books, price(used))
  assert.deepEqual([row.prompt_tokens, row.completion_tokens], [used.input, used.output])
  return row
}

/** Sends the request of one case, and reads the responses as its clients do. */
export function driveChat({ relay }: MoneySuite, { format, model }: ChatCase) {
  const path = (isStream: boolean) => format.path(model, isStream)
  const sending = ({ key }: Account, isStream: boolean, more: object = {}) => ({
    headers: format.headers(key),
    body: { ...format.body(model, prompt, isStream), ...more },
  })
  return {
    call: (mine: Account, isStream: boolean, more?: object) =>
      send(relay, path(isStream), sending(mine, isStream, more)),
    begin: (mine: Account, isStream: boolean): ClientCall => beginCall(relay, path(isStream), sending(mine, isStream)),
    textIn: (body: string, isStream: boolean): string =>
      isStream ? format.streamedText(eventsIn(body)) : format.wholeText(JSON.parse(body)),
    /** Sends a held stream up to and with so many pieces of its text, and waits until the client has them. */
    async deliver(held: HeldResponse, client: ClientCall, count: number): Promise<void> {
      const pieces = await arrival(held, client)
      await held.release(pieces.findIndex((piece) => piece.includes(firstWords)) + count)
      const text = textOfPieces(count)
      await client.until(`"${text}"`, () => format.streamedText(client.events()) === text)
    },
  }
}
