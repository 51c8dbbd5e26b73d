import { paymentMethods } from '@turnpike/contract/money/payment'
import { dictionary, useText } from '../../../lib/text/text.ts'

const methodText = dictionary({
  en: { zfb: 'Alipay', wx: 'WeChat Pay', stripe: 'Card' },
  zh: { zfb: '支付宝', wx: '微信支付', stripe: '银行卡' },
})

/** The name of a payment method; one of a newer version keeps its own. */
export function useMethodName(): (method: string) => string {
  const t = useText(methodText)
  return (method) => {
    const known = paymentMethods.find((name) => name === method)
    return known ? t(known) : method
  }
}
