import { dictionary } from '../../../../lib/text/text.ts'

export const organisationMenuText = dictionary({
  organisation: ['Organization', '组织'],
  personal: ['Personal', '个人'],
  unnamed: ['Organization {id}', '组织 {id}'],
  members: ['Members and settings', '成员与设置'],
  create: ['Create organization', '创建组织'],
  lost: [
    'You are no longer a member of {name}. You are back in your own account.',
    '你已不是 {name} 的成员，现已回到个人账户。',
  ],
  lostUnnamed: [
    'You are not a member of this organization. You are back in your own account.',
    '你不是此组织的成员，现已回到个人账户。',
  ],
})
