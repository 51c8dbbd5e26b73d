import { paymentMethods } from '@turnpike/contract/money/payment'
import { dictionary } from '../../../lib/text/text.ts'

const methodText = dictionary({
  zfb: ['Alipay', '支付宝'],
  wx: ['WeChat Pay', '微信支付'],
  stripe: ['Card', '银行卡'],
})

/** The name of a payment method; one of a newer version keeps its own. */
export function useMethodName(): (method: string) => string {
  const t = methodText.use()
  return (method) => {
    const known = paymentMethods.find((name) => name === method)
    return known ? t(known) : method
  }
}
