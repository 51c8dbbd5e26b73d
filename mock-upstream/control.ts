import type { Call } from './exchange/call.ts'
import { json, type MockResponse } from './exchange/response.ts'
import type { FaultRules } from './faults/fault-rules.ts'
import { readRule } from './faults/read-rule.ts'
import type { Requests } from './requests.ts'
import type { TaskBook } from './tasks/task-book.ts'

type Controlled = { faults: FaultRules; requests: Requests; tasks: TaskBook }

/** The controls for other processes. A test in this process calls the same functions. */
export function control(call: Call, { faults, requests, tasks }: Controlled): MockResponse {
  switch (`${call.method} ${call.path}`) {
    case 'GET /control/faults':
      return json({ faults: faults.list() })
    case 'POST /control/faults':
      return addFaults(call, faults)
    case 'DELETE /control/faults':
      faults.clear()
      return json({ faults: [] })
    case 'GET /control/requests':
      return json({ requests: requests.list().filter(({ serial }) => serial > Number(call.query.get('after') ?? 0)) })
    case 'DELETE /control/requests':
      requests.clear()
      return json({ requests: [] })
    case 'POST /control/tasks/advance':
      tasks.advance(Number(call.body.seconds ?? 0))
      return json({ now: tasks.now() })
    case 'GET /control/counters':
      return json(requests.counters)
    default:
      return json({ error: `there is no ${call.method} ${call.path}` }, 404)
  }
}

/** One rule, or `{rules: [...]}` for several at once. */
function addFaults(call: Call, faults: FaultRules): MockResponse {
  try {
    const rules = (Array.isArray(call.body.rules) ? call.body.rules : [call.body]).map(readRule)
    for (const rule of rules) faults.add(rule)
    return json({ faults: faults.list() }, 201)
  } catch (error) {
    return json({ error: (error as Error).message }, 400) // readRule throws nothing else
  }
}
