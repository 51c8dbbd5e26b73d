import { describe } from 'node:test'
import { databaseKinds, hasEveryTest } from '../../harness/databases.ts'
import { charge } from '../charge.ts'
import { chatBilling } from './chat-billing.ts'
import type { Price } from './chat-driver.ts'
import { chatDurability } from './chat-durability.ts'
import { chatFailures } from './chat-failures.ts'
import { chatHangUps } from './chat-hang-ups.ts'
import { useMoneySuite } from './money-suite.ts'
import { type ChatCase, chatCases, clientModel, clientResponsesModel, isOn, ofRun } from './wire-cases.ts'

const options = {
  ModelRatio: JSON.stringify({ [clientModel]: 1.75, [clientResponsesModel]: 1.75, 'gpt-for-free': 0 }),
  CompletionRatio: JSON.stringify({ [clientModel]: 3.3, [clientResponsesModel]: 3.3 }),
  ModelPrice: JSON.stringify({ 'gpt-by-call': 0.013 }),
}
const byToken: Price = ({ input, output }) =>
  charge(
    [
      [input, '1'],
      [output, '3.3'],
    ],
    '1.75',
  )
const otherPrices: { manner: string; model: string; price: Price }[] = [
  { manner: 'by call', model: 'gpt-by-call', price: () => charge([[1, '0.013']], '500000') },
  { manner: 'for free', model: 'gpt-for-free', price: () => 0 },
]

/** How a call ends does not depend on its price: other prices are tried where bytes pass and where they are translated. */
const isPricedOtherwise = ({ name }: ChatCase) => /^chat → OpenAI|^Responses → Anthropic/.test(name)

for (const kind of databaseKinds)
  describe(`the money of chats [${kind}]`, { concurrency: 4 }, () => {
    const suite = useMoneySuite(kind, options)
    const runCase = (chat: ChatCase, price: Price) => {
      chatBilling(suite, chat, price)
      chatFailures(suite, chat, price)
      chatHangUps(suite, chat, price)
      chatDurability(suite, chat)
    }
    for (const chat of ofRun(chatCases).filter((each) => isOn(kind, each)))
      describe(chat.name, () => runCase(chat, byToken))
    for (const chat of hasEveryTest(kind) ? chatCases.filter(isPricedOtherwise) : [])
      for (const { manner, model, price } of otherPrices)
        describe(`${chat.name}, priced ${manner}`, () => runCase({ ...chat.named(model), readsLike: chat.type }, price))
  })
