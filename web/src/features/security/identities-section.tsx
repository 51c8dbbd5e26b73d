import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OidcIdentity, oidcApi } from '@turnpike/contract/identity/oidc'
import { Button } from 'antd'
import { useState } from 'react'
import { FormSection } from '../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { asOwner, Cancelled } from '../../components/owner/owner.ts'
import { useOwnerMutation } from '../../components/owner/use-owner-mutation.ts'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { leaveForOidc } from '../../components/third-party/leave-for-oidc.ts'
import { call } from '../../lib/api/call.ts'
import { dictionary } from '../../lib/text/text.ts'

const identitiesText = dictionary({
  title: ['Identity providers', '身份提供方'],
  text: ['Sign in with an account of your organization.', '使用所在组织的账户登录。'],
  none: ['Not bound', '未绑定'],
  unbindTitle: ['Unbind {name}?', '解绑 {name}？'],
  unbindText: [
    'You can no longer sign in with it. You can bind it again later.',
    '解绑后不能再用它登录，之后可以重新绑定。',
  ],
  unbound: ['{name} unbound', '已解绑 {name}'],
})

/** The account's identities at the providers that the administrator has added; nothing where there are none. */
export function IdentitiesSection() {
  const t = identitiesText.use()
  const queries = useQueryClient()
  const [unconfirmed, setUnconfirmed] = useState<OidcIdentity>()
  const { data } = useQuery({ queryKey: ['identities'], queryFn: () => call(oidcApi.identities) })
  const bind = useMutation({
    mutationFn: (slug: string) => asOwner(() => leaveForOidc(slug)),
    onError: (error) => {
      if (!(error instanceof Cancelled)) toast.error(error.message)
    },
  })
  const unbind = useOwnerMutation(
    ({ slug }: OidcIdentity) => call(oidcApi.unbind, { params: { slug } }),
    (_, { name }) => {
      toast.success(t('unbound', { name }))
      setUnconfirmed(undefined)
      void queries.invalidateQueries({ queryKey: ['identities'] })
    },
  )
  if (!data?.length) return null
  return (
    <FormSection title={t('title')} text={t('text')}>
      <RowList>
        {data.map((identity) => (
          <Row
            key={identity.slug}
            title={identity.name}
            detail={identity.bound ? identity.login : t('none')}
            actions={
              identity.bound ? (
                <Button onClick={() => setUnconfirmed(identity)}>{t('unbind')}</Button>
              ) : (
                <Button
                  loading={(bind.isPending || bind.isSuccess) && bind.variables === identity.slug}
                  onClick={() => bind.mutate(identity.slug)}
                >
                  {t('bind')}
                </Button>
              )
            }
          />
        ))}
      </RowList>
      {unconfirmed && (
        <ConfirmDialog
          danger
          title={t('unbindTitle', { name: unconfirmed.name })}
          text={t('unbindText')}
          verb={t('unbind')}
          busy={unbind.isPending}
          onConfirm={() => unbind.mutate(unconfirmed)}
          onCancel={() => setUnconfirmed(undefined)}
        />
      )}
    </FormSection>
  )
}
