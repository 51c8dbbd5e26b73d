import { useState } from 'react'
import { Dialog } from '../overlay/dialog.tsx'
import { VideoPlayer } from './video-player.tsx'

type VideoDialogProps = { title: string; source: string; onClosed: () => void }

/** A video over the page; it stops when the dialog closes. */
export function VideoDialog({ title, source, onClosed }: VideoDialogProps) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} width={720} title={title} footer={null} onCancel={() => setOpen(false)} afterClose={onClosed}>
      <VideoPlayer source={source} label={title} />
    </Dialog>
  )
}
