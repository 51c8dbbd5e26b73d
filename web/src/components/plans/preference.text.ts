import { dictionary } from '../../lib/text/text.ts'

/** What pays for requests. The sentences have the names of the preferences with `Help`. */
export const preferenceText = dictionary({
  subscription_first: ['Plans first', '优先使用套餐'],
  subscription_firstHelp: ['Plans pay first, then the balance.', '先由套餐支付，用完后由余额支付。'],
  wallet_first: ['Balance first', '优先使用余额'],
  wallet_firstHelp: ['The balance pays first, then plans.', '先由余额支付，用完后由套餐支付。'],
  subscription_only: ['Plans only', '仅使用套餐'],
  subscription_onlyHelp: [
    'When the plans are used up, requests are refused.',
    '套餐用完后请求会被拒绝，不会使用余额。',
  ],
  wallet_only: ['Balance only', '仅使用余额'],
  wallet_onlyHelp: ['The balance pays. Plans are not used.', '由余额支付，不使用套餐。'],
  asAccount: ['As the account', '跟随账户'],
  asAccountHelp: ['The setting on the wallet page applies.', '使用钱包页面的设置。'],
})
