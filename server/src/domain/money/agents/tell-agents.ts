import type { Deps } from '../../../deps.ts'
import type { Letter } from '../../../mail/letter.ts'
import { findAdministrators, findToNotify } from '../../system/notifications/notifications.queries.ts'
import { notify } from '../../system/notifications/notify.ts'
import { readStored } from '../../system/notifications/stored-setting.ts'

type Texts = Letter['subject']
/** The subject without the name of the system, and one sentence. */
export type News = { subject: Texts; text: Texts }

const atOnce = 4

/** Notifies an agent of a step. Whoever took the step does not wait for that. */
export function tellAgent(deps: Deps, user_id: number, news: News): void {
  const path = { address: '/agent', label: { en: 'See your earnings', zh: '查看收益' } }
  findToNotify(deps.store, [user_id])
    .then((readers) => tell(deps, readers, letterOf(deps, news, path)))
    .catch((error: unknown) => deps.log.warn('agent not told', { user_id, error }))
}

/** Notifies the administrators that somebody waits for their decision. */
export function tellAdministrators(deps: Deps, news: News): void {
  const path = { address: '/agent/manage', label: { en: 'See sales agents', zh: '查看代理' } }
  findAdministrators(deps.store)
    .then((readers) => tell(deps, readers, letterOf(deps, news, path)))
    .catch((error: unknown) => deps.log.warn('administrators not told of an agent', { error }))
}

async function tell(deps: Deps, people: readonly { email: string; setting: string }[], letter: Letter): Promise<void> {
  const readers = people.filter(({ setting }) => readStored(setting).events.includes('agent'))
  for (let from = 0; from < readers.length; from += atOnce)
    await Promise.all(readers.slice(from, from + atOnce).map((reader) => notify(deps, reader, 'agent', letter)))
}

function letterOf({ options }: Deps, { subject, text }: News, path: { address: string; label: Texts }): Letter {
  const { SystemName, ServerAddress } = options.current()
  return {
    subject: { en: `${SystemName}: ${subject.en}`, zh: `${SystemName}：${subject.zh}` },
    paragraphs: [text],
    ...(ServerAddress && { link: { ...path, address: ServerAddress + path.address } }),
  }
}
