import { dictionary } from '../../../../lib/text/text.ts'

export const invitationText = dictionary({
  en: {
    title: 'Invitations',
    text: 'Earn a reward for each sign-up through your link. Earnings can be moved to your balance.',
    link: 'Invitation link',
    invited: 'People invited',
    earned: 'Total earned',
    waiting: 'Available',
    transfer: 'Move to balance',
    transferTitle: 'Move earnings to your balance',
    amount: 'Amount',
    available: ({ amount }: { amount: string }) => `${amount} available.`,
    all: 'All',
    minimum: ({ amount }: { amount: string }) => `At least ${amount} at a time.`,
    cancel: 'Cancel',
  },
  zh: {
    title: '邀请',
    text: '他人通过你的链接注册后，你会得到奖励。收益先留在这里，可随时划转到余额。',
    link: '邀请链接',
    invited: '已邀请',
    earned: '累计收益',
    waiting: '待划转收益',
    transfer: '划转到余额',
    transferTitle: '将收益划转到余额',
    amount: '划转金额',
    available: ({ amount }) => `可划转 ${amount}。`,
    all: '全部',
    minimum: ({ amount }) => `每次至少 ${amount}。`,
    cancel: '取消',
  },
})
