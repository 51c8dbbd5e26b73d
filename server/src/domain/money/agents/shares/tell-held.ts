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
      en: `${SystemName}: dividends of sales agents wait for a decision`,
      zh: `${SystemName}：有代理分成等待审核`,
    },
    paragraphs: [
      {
        en:
          count === 1
            ? 'A new dividend shows signs of abuse and waits for your decision.'
            : `${count} new dividends show signs of abuse and wait for your decision.`,
        zh: `新增 ${count} 笔分成因存在异常迹象被暂缓结算，请审核。`,
      },
    ],
    ...(ServerAddress && {
      link: { address: `${ServerAddress}/agent/manage`, label: { en: 'Sales agents', zh: '代理管理' } },
    }),
  }
  for (const reader of await findAdministrators(deps.store))
    if (readStored(reader.setting).events.includes('shares_held')) await notify(deps, reader, 'shares_held', letter)
}
