import { dictionary } from '../../lib/text/text.ts'

export const salesAgentsText = dictionary({
  title: ['Sales agents', '代理'],
  tabs: ['Sales agents and payouts', '代理与提现'],
  agents: ['Agents', '代理'],
  payouts: ['Payout requests', '提现申请'],
  shares: ['Shares to review', '待审核分成'],
  terms: ['Terms', '规则'],
  methods: ['Payout methods', '收款方式'],
  appoint: ['Appoint agent', '设为代理'],
  addMethod: ['Add method', '添加收款方式'],
  offTitle: ['Sales agents are off', '代理功能未开启'],
  offText: ['Payments bring no shares until you switch them on.', '开启之前，付款不会产生分成。'],
  openSettings: ['Open settings', '打开设置'],
})
