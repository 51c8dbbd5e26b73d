import { dictionary } from '../../../../lib/text/text.ts'

export const organisationMenuText = dictionary({
  organisation: ['Organisation', '组织'],
  personal: ['Personal', '个人'],
  unnamed: ['Organisation {id}', '组织 {id}'],
  members: ['Members and settings', '成员与设置'],
  create: ['Create organisation', '创建组织'],
  lost: [
    'You are no longer a member of {name}. You are back in your own account.',
    '你已不是 {name} 的成员，现已回到个人账户。',
  ],
  lostUnnamed: [
    'You are not a member of this organisation. You are back in your own account.',
    '你不是此组织的成员，现已回到个人账户。',
  ],
})
