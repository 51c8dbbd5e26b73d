import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ConfigChange,
  configFileApi,
  configFileBounds,
  type ExportedSecrets,
  exportedSecrets,
} from '@turnpike/contract/system/config-file/config-file-api'
import { Button, Segmented } from 'antd'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Field } from '../../../../components/fields/field.tsx'
import { TextAreaField } from '../../../../components/fields/input-field.tsx'
import { SwitchRow } from '../../../../components/fields/switch-row.tsx'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import textStyles from '../../../../components/style/text.module.css'
import { call } from '../../../../lib/api/call.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { saveBlob } from '../../../../lib/browser/save-stream.ts'
import styles from './config-file.module.css'
import { configFileText } from './config-file.text.ts'

// Fetched with the first preview: the section itself is part of its tab.
const PlanView = lazyPart(async () => (await import('./plan-view.tsx')).PlanView)

/** The whole configuration as a file: to download, and to apply after a preview of its changes. */
export function ConfigFile() {
  return (
    <>
      <DownloadFile />
      <ApplyFile />
    </>
  )
}

function DownloadFile() {
  const t = configFileText.use()
  const [secrets, setSecrets] = useState<ExportedSecrets>('sealed')
  const download = useDownload()
  return (
    <FormSection title={t('download')} text={t('downloadText')}>
      <Field label={t('secrets')} help={t(`${secrets}Help`)}>
        {({ id }) => (
          <Segmented<ExportedSecrets>
            id={id}
            className={styles.choice}
            aria-label={t('secrets')}
            value={secrets}
            options={exportedSecrets.map((value) => ({ value, label: t(value) }))}
            onChange={setSecrets}
          />
        )}
      </Field>
      <div>
        <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate(secrets)}>
          {t('downloadFile')}
        </Button>
      </div>
    </FormSection>
  )
}

function ApplyFile() {
  const t = configFileText.use()
  const [text, setText] = useState('')
  const [prune, setPrune] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const plan = usePlan()
  const apply = useApply({
    onApplied: () => plan.mutate({ text, prune }),
    onEnd: () => setIsAsking(false),
  })
  const changes = plan.data?.problems.length === 0 ? plan.data.changes : []
  /** A preview is of the text and the switch as they were. */
  function edit(next: () => void) {
    next()
    plan.reset()
  }
  return (
    <>
      <FormSection title={t('apply')} text={t('applyText')}>
        <ChooseFile onChosen={(chosen) => edit(() => setText(chosen))} />
        <TextAreaField
          label={t('text')}
          className={textStyles.mono}
          rows={10}
          value={text}
          maxLength={configFileBounds.text.lengthMax}
          spellCheck={false}
          onChange={(text) => edit(() => setText(text))}
        />
        <SwitchRow
          label={t('prune')}
          text={t('pruneText')}
          checked={prune}
          onChange={(next) => edit(() => setPrune(next))}
        />
        <div>
          <Button disabled={text.trim() === ''} loading={plan.isPending} onClick={() => plan.mutate({ text, prune })}>
            {t('preview')}
          </Button>
        </div>
      </FormSection>
      {plan.data && (
        <PlanView
          plan={plan.data}
          action={
            <Button type="primary" onClick={() => setIsAsking(true)}>
              {t('applyChanges', { count: changes.length })}
            </Button>
          }
        />
      )}
      {isAsking && plan.data && (
        <ConfirmDialog
          title={t('question')}
          text={t('questionText', countsOf(changes))}
          verb={t('applyChanges', { count: changes.length })}
          danger={countsOf(changes).removed > 0}
          busy={apply.isPending}
          onConfirm={() => apply.mutate({ text, prune, seen_digest: plan.data.digest })}
          onCancel={() => setIsAsking(false)}
        >
          {countsOf(changes).removed > 0 && <Removed changes={changes} />}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The browser's own control speaks the browser's language. */
function ChooseFile({ onChosen }: { onChosen: (text: string) => void }) {
  const t = configFileText.use()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  return (
    <div className={styles.choose}>
      <Button icon={<FileUp />} onClick={() => input.current?.click()}>
        {t('file')}
      </Button>
      {name && <span className={`${textStyles.secondary} ${textStyles.shrinkingAnywhere}`}>{name}</span>}
      <input
        ref={input}
        hidden
        aria-label={t('file')}
        type="file"
        accept=".yaml,.yml,.json"
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          target.value = '' // so that the same file can be chosen again after it was changed
          if (!file) return
          setName(file.name)
          onChosen(await file.text())
        }}
      />
    </div>
  )
}

const countsOf = (changes: readonly ConfigChange[]) => {
  const count = (action: ConfigChange['action']) => changes.filter((change) => change.action === action).length
  return { created: count('create'), changed: count('change'), removed: count('remove') }
}

function Removed({ changes }: { changes: readonly ConfigChange[] }) {
  const t = configFileText.use()
  return (
    <>
      <p>{t('removes')}</p>
      <ul className={styles.removed}>
        {changes
          .filter(({ action }) => action === 'remove')
          .map(({ kind, name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several channels may have one name
            <li key={index}>
              {t(kind)}: {name}
            </li>
          ))}
      </ul>
    </>
  )
}

/** Downloads the configuration file. */
function useDownload() {
  return useMutation({
    mutationFn: (secrets: ExportedSecrets) => call(configFileApi.export, { query: { secrets } }),
    onSuccess: ({ text }) => saveBlob('turnpike.yaml', new Blob([text], { type: 'application/yaml' })),
  })
}

type FileToApply = { text: string; prune: boolean }

/** Requests the changes that a file would make. */
function usePlan() {
  return useMutation({
    mutationFn: (body: FileToApply) => call(configFileApi.plan, { body }),
  })
}

/** Applies the file that was previewed. */
function useApply({ onApplied, onEnd }: { onApplied: () => void; onEnd: () => void }) {
  const t = configFileText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: FileToApply & { seen_digest: string }) => call(configFileApi.apply, { body }),
    async onSuccess() {
      toast.success(t('applied'))
      onApplied()
      // Channels, names, menus, amounts, prices: the file may have changed nearly every response.
      await queries.invalidateQueries()
    },
    onSettled: onEnd,
  })
}
