import { type Box, boxesIn, findBox } from '../boxes.ts'
import { addFragments } from './mp4-fragments.ts'
import { type Mp4Track, readAudioTrack, trackSeconds } from './mp4-track.ts'

/** The longest audio track, by its samples. The durations in the headers are ignored. */
export function mp4Seconds(file: Buffer): number | undefined {
  const whole = { start: 0, end: file.length }
  if (findBox(file, whole, 'ftyp')?.start !== 8) return undefined
  const movie = findBox(file, whole, 'moov')
  const tracks = movie ? audioTracks(file, movie) : []
  if (movie) addFragments(file, movie, tracks)
  const seconds = Math.max(...tracks.map(trackSeconds)) // NaN if a track cannot be counted
  return seconds > 0 ? seconds : undefined
}

function audioTracks(file: Buffer, movie: Box): Mp4Track[] {
  const tracks: Mp4Track[] = []
  for (const box of boxesIn(file, movie.start, movie.end)) {
    const track = box.type === 'trak' ? readAudioTrack(file, box) : undefined
    if (track) tracks.push(track)
  }
  return tracks
}
