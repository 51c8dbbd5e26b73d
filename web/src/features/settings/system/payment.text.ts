import { formatCount, ratioBounds } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

const ratioMax = formatCount(ratioBounds.max)

export const paymentText = dictionary({
  en: {
    title: 'Payment',
    provider: 'Payment provider',
    providerText:
      'Online top-up through a provider of the Epay kind. It is offered once address, merchant id and key are set.',
    PayAddress: 'Payment address',
    PayAddressHelp: 'Leave empty to offer no online top-up.',
    EpayId: 'Merchant id',
    EpayKey: 'Merchant key',
    CustomCallbackAddress: 'Callback address',
    CustomCallbackAddressHelp: 'Where the provider reports payments. Empty means the server address.',
    openServer: 'Open server address',
    prices: 'Top-up prices',
    pricesText: 'What people pay for their balance, and which part of it each group pays.',
    Price: 'Price',
    PriceHelp: 'Money for one dollar of balance.',
    perDollar: 'per $1',
    MinTopUp: 'Minimum top-up',
    MinTopUpHelp: 'The smallest amount that can be bought at once.',
    TopupGroupRatio: 'Top-up ratio of groups',
    TopupGroupRatioHelp: 'With 0.8 a group pays 80 % of the price. Groups that are not listed pay it whole.',
    ratiosShape: `Write group names with a ratio from 0 to ${ratioMax} each, such as {"default": 1, "vip": 0.8}`,
  },
  zh: {
    title: '支付',
    provider: '支付服务商',
    providerText: '通过易支付类服务商在线充值。填好地址、商户 ID 和密钥后即可使用。',
    PayAddress: '支付地址',
    PayAddressHelp: '留空则不提供在线充值。',
    EpayId: '商户 ID',
    EpayKey: '商户密钥',
    CustomCallbackAddress: '回调地址',
    CustomCallbackAddressHelp: '服务商通知付款结果的地址，留空则使用服务器地址。',
    openServer: '前往服务器地址',
    prices: '充值价格',
    pricesText: '用户为余额付多少钱，以及各分组付其中的多少。',
    Price: '单价',
    PriceHelp: '充值 1 美元余额需要支付的金额。',
    perDollar: '每 $1',
    MinTopUp: '最低充值金额',
    MinTopUpHelp: '一次充值的最小金额。',
    TopupGroupRatio: '充值分组倍率',
    TopupGroupRatioHelp: '倍率为 0.8 的分组只付单价的 80 %。未列出的分组按原价支付。',
    ratiosShape: `请写成分组名和倍率（0 到 ${ratioMax}），例如 {"default": 1, "vip": 0.8}`,
  },
})
