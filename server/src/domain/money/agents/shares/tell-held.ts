import type { Letter } from '../../../../mail/letter.ts'
import { findAdministrators } from '../../../system/notifications/notifications.queries.ts'
import { notify } from '../../../system/notifications/notify.ts'
import { readStored } from '../../../system/notifications/stored-setting.ts'

type TellDeps = Parameters<typeof notify>[0]

/** Tells administrators how many shares wait for their decision since the last run. */
export async function tellHeld(deps: TellDeps, count: number): Promise<void> {
  if (count === 0) return
  const { SystemName, ServerAddress } = deps.options.current()
  const letter: Letter = {
    subject: {
      en: `${SystemName}: shares of sales agents wait for a decision`,
      zh: `${SystemName}：有代理分成等待审核`,
    },
    paragraphs: [
      {
        en: `${count} new ${count === 1 ? 'share is' : 'shares are'} held because of signs of abuse. Release or refuse ${count === 1 ? 'it' : 'them'}.`,
        zh: `新增 ${count} 笔分成因存在异常迹象被暂扣，请审核后放行或拒绝。`,
      },
    ],
    ...(ServerAddress && {
      link: { address: `${ServerAddress}/agent/manage`, label: { en: 'Sales agents', zh: '代理管理' } },
    }),
  }
  for (const reader of await findAdministrators(deps.store))
    if (readStored(reader.setting).events.includes('shares_held')) await notify(deps, reader, 'shares_held', letter)
}
