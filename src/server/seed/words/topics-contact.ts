import type { Topic } from './topic.ts'

/** For everybody: how people are and what they want. */
export const contactTopics: readonly Topic[] = [
  {
    weight: 3,
    openings: [
      'Weekly check-in with {client} {place}.',
      'Short phone call with {client}.',
      'Good talk with {client} today, {minutes}.',
      'Text exchange with {client} during the day.',
      'Met {client} {place}.',
    ],
    details: [
      'All quiet, rent paid, no letters.',
      'Asthma is worse with the dust in the hallway.',
      '{Client} cooks for the neighbors on Sundays now.',
      'Dentist appointment went fine.',
      'Ride to the clinic is set up through the health plan.',
      'Glasses are broken; applied for new ones.',
      '{Client} is proud of {count} months without a late payment.',
      'Kids are enrolled at the school around the corner.',
      'Food shelf visit was good, but the bags are heavy to carry up.',
      'Fasting this month, so we meet in the mornings.',
      'Went over the goals: two of four reached, one changed.',
    ],
    plans: [
      'Next check-in on {soon}.',
      'Nothing open from my side.',
      'I ask about {item} until then.',
      '{Client} calls if anything comes up.',
      'See you {soon}.',
    ],
  },
  {
    weight: 3,
    openings: [
      'Wrote the crisis plan with {client}.',
      'Hard week for {client}.',
      '{Client} called in tears this morning.',
      'Updated the crisis and safety plan, {minutes}.',
      'Check-in after {client}’s hospital stay.',
    ],
    details: [
      'Warning signs: not sleeping, not answering the phone, bills unopened.',
      'People to call first: {relative}, then me, then 988.',
      'No thoughts of self-harm when asked directly.',
      'Sister-in-law keeps a spare key.',
      'Therapist moved the session to {soon}.',
      'New medication makes {client} drowsy in the mornings; meetings after noon from now on.',
      'Walking by the river helps, so does music.',
      'Listened for most of the time. That was what was needed.',
      'An argument with {relative} brought a lot back.',
    ],
    plans: [
      'I call tomorrow morning.',
      'Copy of the plan for {client} and {relative}, release signed.',
      'Therapist and I talk on {soon}.',
      'Review of the plan on {deadline}.',
    ],
  },
  {
    weight: 2,
    openings: [
      'Updated the housing plan with {client}.',
      'Plan review with {client} and {relative}, {minutes}.',
      'Went through strengths and goals with {client}.',
    ],
    details: [
      'Goal 1: a lease of their own. Goal 2: steady sleep. Goal 3: see {relative} more often.',
      'Goal of paying rent on time for six months is reached.',
      '{Client} wants a place where the drum and the regalia can be kept safe.',
      'Close to a mosque or a halal store would be good.',
      'Strengths: patient, good with people, never gives up.',
      '{Client} prefers texts to calls, and mornings to evenings.',
      'Provider choice explained again, {client} stays with us.',
    ],
    plans: [
      'Next review in {month}.',
      'Plan signed, copy handed over.',
      'Send the plan to the county by {soon}.',
    ],
  },
]

/** For the first days after somebody was added. */
export const intakeTopic: Topic = {
  weight: 1,
  openings: [
    'Intake with {client}, {minutes}.',
    'First meeting with {client} {place}.',
    'Referral from {county} County. Called {client} the same day.',
    'Met {client} for the first time today.',
  ],
  details: [
    'Explained the privacy notice and who can see the record; signed.',
    'Came to {city} {count} months ago and stayed with {relative} since.',
    'Lost the last apartment over {barrier}.',
    'Most urgent: a safe place to sleep and {document}.',
    'Wishes: quiet building, near the bus, room for {relative} to visit.',
    'Income {income} a month.',
    'Interpreter needed for longer meetings.',
    'Releases signed for the county and the clinic.',
  ],
  plans: [
    'Next meeting on {soon} at {time}, {client} brings {document}.',
    'I request records from the county by {soon}.',
    'Housing plan to be written by {deadline}.',
  ],
}
