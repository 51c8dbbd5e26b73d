import { describe } from 'node:test'
import { databaseKinds } from '../../harness/databases.ts'
import { useMoneySuite } from './money-suite.ts'
import { realtimeMoney } from './realtime-money.ts'
import { singleBilling } from './single-billing.ts'
import { singleDurability } from './single-durability.ts'
import { singleFailures } from './single-failures.ts'
import { singleHangUps } from './single-hang-ups.ts'
import { singlePrices } from './single-requests.ts'
import { isOn, realtimeCases, singleCases, singlesOfRun } from './wire-cases.ts'

const options = {
  ModelRatio: JSON.stringify(singlePrices.ModelRatio),
  ModelPrice: JSON.stringify(singlePrices.ModelPrice),
}

for (const kind of databaseKinds)
  describe(`the money of single requests and sessions [${kind}]`, { concurrency: 4 }, () => {
    const suite = useMoneySuite(kind, options)
    for (const session of realtimeCases) describe(session.name, () => realtimeMoney(suite, session))
    for (const single of singlesOfRun(singleCases).filter((each) => isOn(kind, each)))
      describe(single.name, () => {
        singleBilling(suite, single)
        singleFailures(suite, single)
        singleHangUps(suite, single)
        singleDurability(suite, single)
      })
  })
