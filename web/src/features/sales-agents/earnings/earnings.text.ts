import { dictionary } from '../../../lib/text/text.ts'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export const earningsText = dictionary({
  label: ['Earnings', '收益'],
  available: ['Available', '可用收益'],
  availableText: ['Final shares and invitation rewards.', '已结算的分成和邀请奖励。'],
  availableFrom: [
    'Final shares and invitation rewards. Payouts from {minimum}.',
    '已结算的分成和邀请奖励。最低提现 {minimum}。',
  ],
  waiting: ['Waiting', '待结算'],
  waitingText: [
    ({ count }: { count: number }) => (count === 0 ? 'Not final yet.' : `Final ${days(count)} after the payment.`),
    ({ count }) => (count === 0 ? '尚未结算。' : `付款 ${count} 天后结算。`),
  ],
  waitingSpendText: [
    ({ count }: { count: number }) => (count === 0 ? 'Not final yet.' : `Final ${days(count)} after the spend.`),
    ({ count }) => (count === 0 ? '尚未结算。' : `消耗 ${count} 天后结算。`),
  ],
  review: ['Under review', '审核中'],
  reviewText: ['An administrator checks these shares.', '管理员正在核查这些分成。'],
  reserved: ['In payout requests', '提现中'],
  reservedText: ['Reserved until the payout is made.', '打款之前为你预留。'],
  debt: ['Debt', '欠款'],
  debtText: ['For shares taken back later. New shares pay it first.', '转出后被扣回的分成，由新的分成先行抵扣。'],
  withdrawn: ['Paid out', '已提现'],
  withdrawnText: ['All payouts so far, fees included.', '累计提现，含手续费。'],
  moved: ['Moved to balance', '已转入余额'],
  movedText: ['All transfers to your balance so far.', '累计划转到余额。'],
  link: ['Invitation link', '邀请链接'],
  code: ['Invitation code', '邀请码'],
  qr: ['QR code', '二维码'],
  qrTitle: ['QR code of your invitation link', '邀请链接的二维码'],
  qrText: ['Scanning it opens the registration with your code.', '扫码即可打开注册页面，并带上你的邀请码。'],
})
