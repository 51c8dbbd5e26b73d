import { defaultOptions, optionKeys } from '@turnpike/contract/options'
import { isHiddenOption, optionApi } from '@turnpike/contract/system/option-api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { type Letter, mailOf } from '../../../mail/letter.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { wholeMap } from '../../money/pricing/price-maps.ts'
import { actorOf } from '../audit/audit.queries.ts'
import { rowRevision } from '../audit/row-revision.ts'
import { changeOptions } from './change-options.rules.ts'
import { optionHistory, revertOption } from './history/option-history.rules.ts'
import { storedOptions } from './live-options.ts'
import { wireOptions } from './option-texts.ts'

const resetDone = { zh: '模型倍率已恢复为默认值', en: 'The model ratios were reset to the defaults' }

export function optionRoutes(app: FastifyInstance, deps: Deps) {
  const { store, vault, options, limits, mail, clock } = deps

  serve(app, optionApi.list, async () => {
    // From the database: the administrator may read from an instance that has not yet seen their change.
    const { values, unreadable } = await storedOptions(store, vault, options.current())
    const hidden_set = optionKeys.filter((key) => isHiddenOption(key) && values[key] !== '')
    const data = wireOptions(values).map((row) => ({ ...row, revision: rowRevision(row.value) }))
    return { data, hidden_set, damaged: [...unreadable] }
  })
  serve(app, optionApi.defaults, () => wireOptions(defaultOptions()))
  serve(app, optionApi.update, (incoming) => changeOptions(deps, actorOf(incoming, clock()), [incoming.body]))
  serve(app, optionApi.updateMany, (incoming) => changeOptions(deps, actorOf(incoming, clock()), incoming.body.changes))
  serve(app, optionApi.history, ({ query }) => optionHistory(deps, query))
  serve(app, optionApi.revert, (incoming) => revertOption(deps, actorOf(incoming, clock()), incoming.body.id))
  serve(app, optionApi.resetModelRatio, async (incoming) => {
    const value = JSON.stringify(wholeMap('ModelRatio', {}))
    await changeOptions(deps, actorOf(incoming, clock()), [{ key: 'ModelRatio', value }])
    return { data: undefined, message: resetDone[preferredLanguage(incoming.request.headers['accept-language'])] }
  })
  serve(app, optionApi.testMail, async ({ caller, body, request }) => {
    const to = body.to ?? (await findUser(store, caller.id))?.email
    if (!to) throw new AppError('email_invalid')
    await limits.take('mail address', request.ip)
    const { SystemName, DefaultLanguage } = options.current()
    const language = preferredLanguage(request.headers['accept-language'], DefaultLanguage)
    await mail.send(mailOf(testLetter(SystemName), to, language))
    return { to }
  })
}

/** A mail that shows that the mail settings work. */
const testLetter = (systemName: string): Letter => ({
  subject: { zh: `${systemName} 测试邮件`, en: `Test mail from ${systemName}` },
  paragraphs: [
    { zh: `${systemName} 的邮件设置可以使用。`, en: `The mail settings of ${systemName} work.` },
    { zh: '这封邮件由管理员在设置页面发出。', en: 'An administrator sent this mail from the settings page.' },
  ],
})
