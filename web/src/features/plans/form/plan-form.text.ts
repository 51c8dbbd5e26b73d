import { planBounds, planWindowsMax } from '@turnpike/contract/money/plans/plan'
import { formatCount } from '@turnpike/contract/quota'
import { budgetBounds } from '@turnpike/contract/routing/limits'
import { dictionary } from '../../../lib/text/text.ts'

const { title, subtitle, duration_value, seconds, price_amount, max_purchase_per_user, sort_order } = planBounds
const titleMax = title.charactersMax
const subtitleMax = subtitle.charactersMax
const secondsMin = seconds.min
const secondsMax = formatCount(seconds.max)
const hoursMax = budgetBounds.hours.max

export const planFormText = dictionary({
  createTitle: ['Create plan', '新建套餐'],
  editTitle: ['Edit plan', '编辑套餐'],
  create: ['Create plan', '创建套餐'],
  saved: ['{title} saved', '{title} 已保存'],
  keepsTerms: [
    'Subscriptions that were already sold keep the terms of their purchase.',
    '已售出的订阅沿用购买当天的条款。',
  ],

  naming: ['Name and price', '名称与价格'],
  namingText: ['Buyers see the title and the line below it.', '买家会看到标题和副标题。'],
  title: ['Title', '标题'],
  titlePlaceholder: ['Pro', '专业版'],
  subtitle: ['Subtitle', '副标题'],
  subtitlePlaceholder: ['For daily work', '适合日常使用'],
  currency: ['Currency', '货币'],
  currencyHelp: ['The balance can only pay for plans in USD.', '只有以 USD 定价的套餐可以用余额支付。'],

  duration: ['Duration', '有效期'],
  durationText: ['How long a purchase lasts.', '一次购买的有效时长。'],
  length: ['Length', '时长'],
  unit: ['Unit', '单位'],
  year: ['Years', '年'],
  month: ['Months', '月'],
  day: ['Days', '天'],
  hour: ['Hours', '小时'],
  custom: ['Seconds', '秒'],

  spending: ['Allowance', '用量上限'],
  spendingText: [
    'A total for the whole duration, windows for shorter spans, or both.',
    '可设整个有效期的总用量、较短时段的窗口，或两者都设。',
  ],
  total: ['Total', '总用量'],
  totalHelp: ['Empty means no total.', '留空表示总用量不限。'],
  resets: ['Starts again', '重置周期'],
  never: ['Never', '不重置'],
  daily: ['Every day', '每天'],
  weekly: ['Every week', '每周'],
  monthly: ['Every month', '每月'],
  customReset: ['After some seconds', '自定义秒数'],
  seconds: ['Seconds', '秒数'],
  secondsAre: ['= {length}', '= {length}'],
  windows: ['Windows', '窗口'],
  windowsHelp: [
    'A window of hours starts with the first request. Weeks and months start at the purchase.',
    '小时窗口从首次请求开始；周和月从购买时开始。',
  ],
  windowNumber: ['Window {number}', '窗口 {number}'],
  span: ['Span', '时段'],
  hoursWindow: ['Hours', '小时'],
  dayWindow: ['Day', '日'],
  weekWindow: ['Week', '周'],
  monthWindow: ['Month', '月'],
  hours: ['Hours', '小时数'],
  addWindow: ['Add window', '添加窗口'],
  removeWindow: ['Remove window {number}', '移除窗口 {number}'],
  mostWindows: [`At most ${planWindowsMax} windows.`, `最多 ${planWindowsMax} 个窗口。`],
  zoneHelp: ['A day starts at midnight there.', '每天从该时区的零点开始。'],
  noLimit: [
    'Without a total and windows, buyers can spend without a limit.',
    '既没有总用量也没有窗口时，买家的用量没有上限。',
  ],

  scope: ['Models and groups', '模型与分组'],
  scopeText: ['Requests that the plan pays for.', '套餐可以支付的请求。'],
  allModels: ['All models', '全部模型'],
  modelsHelp: ['Leave empty for all models.', '留空表示全部模型。'],
  groupsHelp: ['Leave empty for all groups.', '留空表示全部分组。'],

  after: ['When it is used up', '用完之后'],
  afterText: ['Applies to each window as well.', '窗口用完时同样适用。'],
  overflow: ['The balance pays', '由余额支付'],
  overflowText: ['When off, requests are refused until the next window.', '关闭后，请求会被拒绝，直到下一个窗口开始。'],

  given: ['Group of buyers', '买家的分组'],
  givenText: ['The group sets prices and models.', '分组决定价格和可用模型。'],
  upgrade: ['While the plan runs', '套餐有效期间'],
  downgrade: ['After it ends', '套餐结束后'],
  unchanged: ['No change', '不变'],
  before: ['The group they had before', '恢复之前的分组'],

  selling: ['Selling', '销售'],
  sellingText: ['Who can buy the plan, and how.', '谁可以购买，以及如何支付。'],
  onSale: ['On sale', '上架'],
  onSaleText: ['Administrators can always give it to users.', '未上架的套餐仍可由管理员赠送。'],
  balancePay: ['Pay from the balance', '余额支付'],
  balancePayText: ['Only for prices in USD.', '仅限以 USD 定价的套餐。'],
  purchases: ['Purchases per user', '每人限购次数'],
  purchasesHelp: ['Empty means any number.', '留空表示不限。'],
  order: ['Order', '排序'],
  orderHelp: ['Larger numbers come first.', '数字越大越靠前。'],
  stripe: ['Stripe price ID', 'Stripe 价格 ID'],
  stripeHelp: [
    'A recurring price renews the plan. Without one, a payment buys it once.',
    '填写周期性价格后可自动续费；留空则每次付款只购买一次。',
  ],

  preview: ['Preview', '预览'],
  previewText: ['The card as buyers see it.', '买家看到的卡片。'],
  previewLanguage: ['Language of the preview', '预览语言'],
  untitled: ['Untitled', '未命名'],

  titleProblem: [`Use 1 to ${titleMax} characters`, `请输入 1 到 ${titleMax} 个字符`],
  subtitleProblem: [`Use at most ${subtitleMax} characters`, `最多 ${subtitleMax} 个字符`],
  priceProblem: [
    `Enter a price from 0 to ${price_amount.max}, with at most ${price_amount.decimals} decimals`,
    `请输入 0 到 ${price_amount.max} 的价格，最多 ${price_amount.decimals} 位小数`,
  ],
  currencyProblem: ['Enter three letters, such as USD', '请输入三个字母，例如 USD'],
  durationProblem: [
    `Enter a whole number from ${duration_value.min} to ${duration_value.max}`,
    `请输入 ${duration_value.min} 到 ${duration_value.max} 的整数`,
  ],
  secondsProblem: [`Enter ${secondsMin} to ${secondsMax} seconds`, `请输入 ${secondsMin} 到 ${secondsMax} 之间的秒数`],
  amountProblem: ['Enter an amount above 0', '请输入大于 0 的金额'],
  hoursProblem: [`Enter a whole number from 1 to ${hoursMax}`, `请输入 1 到 ${hoursMax} 的整数`],
  repeatedProblem: ['There is another window of this length', '已有相同时长的窗口'],
  orderProblem: [
    `Enter a whole number from ${formatCount(sort_order.min)} to ${formatCount(sort_order.max)}`,
    `请输入 ${formatCount(sort_order.min)} 到 ${formatCount(sort_order.max)} 的整数`,
  ],
  purchasesProblem: [
    `Enter a whole number up to ${formatCount(max_purchase_per_user.max)}`,
    `请输入不超过 ${formatCount(max_purchase_per_user.max)} 的整数`,
  ],
  stripeProblem: ['Use letters, digits, hyphens and underscores', '只能使用字母、数字、连字符和下划线'],
})
