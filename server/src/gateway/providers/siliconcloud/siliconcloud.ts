import { badResponse } from '../../translate/answer/bad-response.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { modelList } from '../openai-shaped/models.ts'
import { reachByBearer } from '../openai-shaped/openai-shaped.ts'
import type { BalanceOperation, Provider } from '../provider.ts'
import { unsupportedProvider } from '../unsupported-provider.ts'

/** Amounts are strings, in yuan. An error comes with status 200 and a code in the body. */
const balance: BalanceOperation = {
  request: (answers, target) =>
    answers.length === 0 ? { method: 'GET', ...reachByBearer(target, '/v1/user/info') } : undefined,
  response([answer]) {
    const data = isObject(answer) && answer.code === 20_000 && isObject(answer.data) ? answer.data : undefined
    const amount = Number(textOf(data?.totalBalance) || Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the upstream did not tell its balance')
    return { amount, currency: 'CNY' }
  },
}

/** Only its models and balance are supported yet. */
export const siliconcloud: Provider = { ...unsupportedProvider, models: modelList(reachByBearer), balance }
