import type { Deps } from '../../../../deps.ts'
import { tellAdministrators } from '../tell-agents.ts'

/** Tells administrators how many shares wait for their decision since the last run. */
export function tellHeld(deps: Deps, count: number): void {
  if (count === 0) return
  tellAdministrators(deps, {
    subject: { en: 'shares of sales agents wait for a decision', zh: '有代理分成等待审核' },
    text: {
      en: `${count} new ${count === 1 ? 'share is' : 'shares are'} held because of signs of abuse. Release or refuse ${count === 1 ? 'it' : 'them'}.`,
      zh: `新增 ${count} 笔分成因存在异常迹象被暂扣，请审核后放行或拒绝。`,
    },
  })
}
