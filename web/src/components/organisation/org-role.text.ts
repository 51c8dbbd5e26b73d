import { dictionary } from '../../lib/text/text.ts'

/** The roles of an organisation, and what each may do. */
export const orgRoleText = dictionary({
  owner: ['Owner', '所有者'],
  admin: ['Admin', '管理员'],
  billing: ['Billing', '财务'],
  member: ['Member', '成员'],
  viewer: ['Viewer', '观察者'],
  ownerMay: ['Can do everything. There is exactly one.', '可以进行所有操作，只有一位。'],
  adminMay: ['Manages members and settings, pays, and sees everything.', '管理成员和设置，可以付款，能看到全部内容。'],
  billingMay: ['Tops up and sees everything. Cannot send requests.', '可以充值，能看到全部内容，不能发送请求。'],
  memberMay: ['Sends requests and sees only their own.', '可以发送请求，只能看到自己的请求。'],
  viewerMay: ['Sees everything and changes nothing.', '能看到全部内容，不能修改。'],
})
