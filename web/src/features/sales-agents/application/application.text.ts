import { dictionary } from '../../../lib/text/text.ts'

export const applicationText = dictionary({
  title: ['Earn a share of what you bring', '推荐用户，获得分成'],
  text: [
    'Agents share their link. When the people whom they invite pay, they earn a part of it.',
    '代理分享自己的邀请链接，受邀用户付款后，即可获得其中一部分。',
  ],
  linkTitle: ['Share your link', '分享链接'],
  linkText: ['Everybody who registers with it counts as invited by you.', '通过链接注册的用户都算由你邀请。'],
  earnTitle: ['Earn a share', '获得分成'],
  earnText: [
    '{percent}% of each payment, shown in your records within seconds.',
    '每笔付款的 {percent}%，数秒内计入分成记录。',
  ],
  earnSpendText: ['{percent}% of what they spend, counted once a day.', '其消耗的 {percent}%，每天统计一次。'],
  useTitle: ['Use your earnings', '使用收益'],
  useText: ['Move final shares to your balance, or have them paid out.', '已结算的分成可划转到余额，也可申请提现。'],
  apply: ['Apply', '申请成为代理'],
  applyText: ['An administrator reads your application and decides.', '管理员会阅读你的申请并作出决定。'],
  openText: ['Applications are accepted automatically.', '申请会自动通过。'],
  note: ['How will you bring people?', '你打算如何推广？'],
  noteHelp: ['For example your site, community or company.', '例如你的网站、社群或公司。'],
  send: ['Send application', '提交申请'],
  become: ['Become an agent', '成为代理'],
  sent: ['Application sent', '申请已提交'],
  isAgent: ['You are an agent now', '你已成为代理'],
  closedTitle: ['Applications are closed', '暂不接受申请'],
  closedText: [
    'An administrator can still make you an agent. Ask the operator of this site.',
    '管理员仍可将你设为代理，请联系本站运营方。',
  ],
  applyAgain: ['Apply again', '重新申请'],
})
