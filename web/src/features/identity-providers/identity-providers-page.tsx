import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ListedProvider, oidcApi } from '@turnpike/contract/identity/oidc'
import { Button } from 'antd'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { Callout } from '../../components/states/callout.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { ProviderDrawer } from './provider-drawer.tsx'
import { providersText } from './providers.text.ts'

type Open = { kind: 'edit'; provider: ListedProvider | undefined } | { kind: 'delete'; provider: ListedProvider }

/** The identity providers of OpenID Connect, for the super administrator. */
export function IdentityProvidersPage() {
  const t = providersText.use()
  const queries = useQueryClient()
  const providers = useQuery({ queryKey: ['oidc providers'], queryFn: () => call(oidcApi.list) })
  const status = useStatus()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['status'] })
    return queries.invalidateQueries({ queryKey: ['oidc providers'] })
  }
  const remove = useMutation({
    mutationFn: ({ slug }: ListedProvider) => call(oidcApi.remove, { params: { slug } }),
    onSuccess: (_, { name }) => {
      toast.success(t('removed', { name }))
      close()
    },
    onSettled: refresh,
  })
  const addButton = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Plus />} onClick={() => setOpen({ kind: 'edit', provider: undefined })}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      facts={t('facts')}
      width="form"
      actions={
        <>
          <LinkButton icon={<ArrowLeft />} to="/setting?tab=system&section=login">
            {t('toSettings')}
          </LinkButton>
          {addButton(providers.data?.length === 0 ? 'default' : 'primary')}
        </>
      }
    >
      <div className={layoutStyles.stack16}>
        <SectionState query={providers} lines={2}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={addButton('primary')} />
            ) : (
              <>
                {status?.oidc_providers.length === 0 && <Callout tone="warning" title={t('off')} text={t('offText')} />}
                <RowList>
                  {rows.map((provider) => (
                    <Row
                      key={provider.slug}
                      title={provider.name}
                      detail={`${provider.issuer} · ${t(provider.allow_registration ? 'registers' : 'knownOnly')}`}
                      actions={
                        <>
                          <Button size="small" onClick={() => setOpen({ kind: 'edit', provider })}>
                            {t('edit')}
                          </Button>
                          <Button size="small" onClick={() => setOpen({ kind: 'delete', provider })}>
                            {t('remove')}
                          </Button>
                        </>
                      }
                    />
                  ))}
                </RowList>
              </>
            )
          }
        </SectionState>
      </div>
      {open?.kind === 'edit' && (
        <ProviderDrawer
          provider={open.provider}
          onSaved={(name) => {
            toast.success(t('saved', { name }))
            close()
            void refresh()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name: open.provider.name })}
          text={t('removeText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(open.provider)}
          onCancel={close}
        />
      )}
    </Page>
  )
}
