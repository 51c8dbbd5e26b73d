import type { Deps } from '../../../../deps.ts'
import { tellAdministrators } from '../tell-agents.ts'

/** Tells administrators how many shares wait for their decision since the last run. */
export function tellHeld(deps: Deps, count: number): void {
  if (count === 0) return
  tellAdministrators(deps, {
    subject: { en: 'dividends of sales agents wait for a decision', zh: '有代理分成等待审核' },
    text: {
      en:
        count === 1
          ? 'A new dividend shows signs of abuse and waits for your decision.'
          : `${count} new dividends show signs of abuse and wait for your decision.`,
      zh: `新增 ${count} 笔分成因存在异常迹象被暂缓结算，请审核。`,
    },
  })
}
