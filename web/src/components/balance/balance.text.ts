import { dictionary } from '../../lib/text/text.ts'

export const balanceText = dictionary({
  change: ['Change balance', '调整余额'],
  title: ['Change the balance of “{name}”', '调整“{name}”的余额'],
  mode: ['Change', '方式'],
  add: ['Add', '增加'],
  subtract: ['Subtract', '减少'],
  override: ['Set', '设为'],
  amount: ['Amount', '金额'],
  from: ['Balance', '余额'],
  becomes: ['{before} now, {after} afterwards.', '现在 {before}，调整后 {after}。'],
  invalid: ['Enter an amount above 0', '请输入大于 0 的金额'],
  invalidSet: ['Enter an amount of 0 or more', '请输入不小于 0 的金额'],
  tooMuch: ['The balance is only {before}', '余额只有 {before}'],
  same: ['The balance is already {before}', '余额已经是 {before}'],
  verbAdd: ['Add {amount}', '增加 {amount}'],
  verbSubtract: ['Subtract {amount}', '减少 {amount}'],
  verbOverride: ['Set to {amount}', '设为 {amount}'],
  changed: ['Balance of {name} changed', '已调整 {name} 的余额'],
})
