import { clientServices } from '#contract/clients/services.ts'
import type { Chance } from './chance.ts'
import { fill, type NoteScene } from './note-slots.ts'
import { briefNotes } from './words/brief-notes.ts'
import { noFixedAddress } from './words/places.ts'
import type { Topic } from './words/topic.ts'
import { commonTopics } from './words/topics-anyone.ts'
import { contactTopics, intakeTopic } from './words/topics-contact.ts'
import { findingTopics } from './words/topics-finding.ts'
import { keepingTopics } from './words/topics-keeping.ts'
import { movingTopics } from './words/topics-moving.ts'

const anyones = [...commonTopics, ...contactTopics]
const seekers = [...findingTopics, ...movingTopics]

export interface NoteOccasion extends NoteScene {
  service: string
  /** Since the client was added. */
  daysKnown: number
}

const [, , transition, sustaining] = clientServices

/** How notes are written: in a hurry, as a paragraph, as a list, or about two things at length. */
const styles = { brief: 12, plain: 58, list: 14, long: 16 } as const

export function noteText(occasion: NoteOccasion, chance: Chance): string {
  const filled = new Map<string, string>()
  const write = (text: string) => fill(text, occasion, chance, filled)
  const style = chance.weighted(styles)
  if (style === 'brief') return write(chance.pick(briefNotes))
  const topic = topicFor(occasion, chance)
  if (style === 'plain') return sentences(topic, chance).map(write).join(' ')
  if (style === 'list') return listed(topic, chance, write)
  const second = topicFor({ ...occasion, daysKnown: Number.POSITIVE_INFINITY }, chance)
  const more = second === topic ? [] : [several(second.details, 2, chance).map(write).join(' ')]
  const plan = write(`Next: ${lowered(chance.pick(topic.plans))}`)
  return [
    [chance.pick(topic.openings), ...several(topic.details, 3, chance)].map(write).join(' '),
    ...more,
    plan,
  ].join('\n\n')
}

/** One to five. */
function sentences(topic: Topic, chance: Chance): string[] {
  const details = several(topic.details, chance.below(4), chance)
  const plan = chance.happens(0.75) ? [chance.pick(topic.plans)] : []
  return [chance.pick(topic.openings), ...details, ...plan]
}

function listed(topic: Topic, chance: Chance, write: (text: string) => string): string {
  const bullet = chance.pick(['- ', '- ', '• ', '– '])
  const details = several(topic.details, 2 + chance.below(2), chance).map(
    (detail) => `${bullet}${write(detail)}`,
  )
  return [
    write(chance.pick(topic.openings)),
    ...details,
    write(`Next: ${lowered(chance.pick(topic.plans))}`),
  ].join('\n')
}

/** A plan goes on behind 'Next:', so that it begins small, unless it begins with a name, 'I' or a gap. */
function lowered(plan: string): string {
  if (plan.startsWith('Next ')) return plan.slice('Next '.length)
  return /^(I\b|Therapist|County|\{)/.test(plan) ? plan : plan.charAt(0).toLowerCase() + plan.slice(1)
}

function topicFor({ service, address, daysKnown }: NoteOccasion, chance: Chance): Topic {
  if (daysKnown < 10 && chance.happens(0.7)) return intakeTopic
  const isHoused = !address.startsWith(noFixedAddress)
  if (chance.happens(0.35)) return weighted(anyones, chance)
  if (!isHoused || service === transition) return weighted(seekers, chance)
  if (service === sustaining) return weighted(keepingTopics, chance)
  return weighted(chance.happens(0.5) ? seekers : keepingTopics, chance)
}

function weighted(topics: readonly Topic[], chance: Chance): Topic {
  const places = topics.map(({ weight }, place) => [String(place), weight] as const)
  return topics[Number(chance.weighted(Object.fromEntries(places)))] as Topic
}

/** So many different ones, in the order in which they are written down. */
function several(texts: readonly string[], count: number, chance: Chance): string[] {
  const first = chance.below(texts.length)
  const step = 1 + chance.below(2)
  const places = Array.from({ length: count }, (_, turn) => (first + turn * step) % texts.length)
  return [...new Set(places)].map((place) => texts[place] ?? '')
}
