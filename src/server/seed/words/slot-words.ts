/* What the gaps of a note's text are filled with, where it is a choice of words. */

const words = (list: string) => list.trim().split(/\s*;\s*/)

export const landlords = words(
  'Ms. Thao; Mr. Halvorson; Ms. Becker; Mr. Osman; Mrs. Lindqvist; Mr. Kowalski; Ms. Ramírez; Mr. O’Brien; Ms. Washington; Mr. Nguyễn; Mrs. Schroeder; Mr. Dahl; Ms. Farah; Mr. Vang; Mrs. Fairbanks; Mr. Tate; Ms. Muñoz; Mr. Koenig; the property manager; the caretaker; the leasing office',
)

export const buildings = words(
  'Cedar Commons; Lakeview Terrace; Riverbend Apartments; Maple Court; Northgate Manor; Prairie View Homes; The Birches; Union Flats; Harvest Square; Elm Street Lofts; Parkside Towers; Pine Ridge Townhomes; Loon Lake Place; Mill Street Apartments; Oak Grove; Summit House; Falls Landing; Heritage Row; Juniper Hall; Wild Rice Lodge',
)

export const documents = words(
  'the birth certificate; the Social Security card; the state ID; the last three pay stubs; a bank statement; the award letter; the green card; the old lease; the divorce decree; proof of disability; a letter from the doctor; the tax return; the immunization record; a tribal ID; a custody paper',
)

export const barriers = words(
  'an old eviction; the credit score; a gap in rental history; an unpaid electric bill; a misdemeanor from years ago; too little income; a missing reference; a former roommate’s damage; a large dog; no co-signer',
)

export const repairs = words(
  'the leak under the sink; the broken bathroom fan; the heat in the bedroom; the lock of the front door; the mold around the window; mice in the kitchen; the stove burner; the peeling paint; the hallway light; the toilet that keeps running; the torn carpet; the window that won’t close',
)

export const complaints = words(
  'noise after ten; a guest who stays too long; bikes in the hallway; trash beside the bin; rent not in yet; a parking spot; smoke in the stairwell; the neighbor below complained; shoes and boxes outside the door; a lost key',
)

export const relatives = words(
  'a cousin; the oldest daughter; a brother; the grandmother; a friend from church; an aunt; the former foster mother; a nephew; a sister; the mother; a neighbor; an uncle; the father; an elder',
)

export const items = words(
  'a twin bed; a kitchen table; two chairs; a winter coat; pots and pans; a crib; a lamp; a microwave; blankets; a dresser; a vacuum cleaner; a shower chair; curtains; a fan; a rice cooker; a walker; school bags',
)

export const places = words(
  'at the office; at the library; at the drop-in center; at a coffee shop; by video; at the clinic; in the shelter lobby; at the food shelf; in the car; at the community center; outside the courthouse',
)

export const benefits = words(
  'SNAP; Housing Support; emergency assistance; General Assistance; energy assistance; Medical Assistance; MSA; child care assistance; WIC; a bus pass at half price',
)

export const jobs = words(
  'night stocker at a grocery store; school bus aide; line cook; home health aide; warehouse picker; hotel housekeeper; meat plant, second shift; hospital laundry; daycare helper; snow removal; dishwasher; janitor downtown',
)
