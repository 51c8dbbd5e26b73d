import { Download, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { isAllowed } from '../../../lib/browser/page-policy.ts'
import { saveBlob } from '../../../lib/browser/save-stream.ts'
import type { Attachment } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { fileOf } from '../request/attachments.ts'
import styles from './chat.module.css'

/** Pictures, recordings and files of a message. */
export const AttachmentsView = ({ files }: { files: readonly Attachment[] }) =>
  files.length === 0 ? null : (
    <div className={`${layoutStyles.wrappingButtons} ${styles.files}`}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message do not change
        <FileView key={index} file={file} />
      ))}
    </div>
  )

function FileView({ file }: { file: Attachment }) {
  if (file.type.startsWith('image/')) return <PictureFile file={file} />
  if (file.type.startsWith('audio/')) return <Sound file={file} />
  return (
    <span className={styles.file}>
      <FileText className={styles.quietIcon} aria-hidden />
      {file.name}
    </span>
  )
}

function PictureFile({ file: { data, name } }: { file: Attachment }) {
  const address = useBlobAddress(data)
  // Our content policy loads no picture over plain http, and may name the hosts of others.
  if (data.startsWith('http:') || !isAllowed('img-src', data))
    return (
      <a className={styles.file} href={data} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    )
  return (
    <a className={styles.pictureFile} href={address} target="_blank" rel="noopener noreferrer">
      <img src={data} alt={name} loading="lazy" referrerPolicy="no-referrer" />
    </a>
  )
}

function Sound({ file }: { file: Attachment }) {
  const t = playgroundText.use()
  const label = t('download', { name: file.name })
  return (
    <span className={styles.sound}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is spoken stands above, as the message */}
      <audio controls preload="metadata" src={useBlobAddress(file.data)} aria-label={file.name} />
      <IconButton size="middle" icon={<Download />} label={label} onClick={() => saveBlob(file.name, fileOf(file))} />
    </span>
  )
}

/** Browsers open no `data:` address in a tab, and our content policy plays none. */
function useBlobAddress(data: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data.startsWith('data:')) return
    const type = /^data:([^;,]*)/.exec(data)?.[1] ?? ''
    const made = URL.createObjectURL(fileOf({ name: '', type, data }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return data.startsWith('data:') ? address : data
}
