/* Words that are easily read out, typed and told apart: 249, so that four of them at random are almost 32 bits. */

const list = `
acorn amber anchor apple april arrow aspen attic autumn badge bagel baker banjo basil basket beach
beacon beaver berry birch bison blanket blossom bonfire border bottle bramble branch bread breeze brick bridge brook
bucket butter button cabin cactus camera candle canoe canyon cardinal carpet carrot castle cedar cellar cherry chestnut
cider clover cobble coffee comet compass copper coral cotton crane cricket crocus crystal curtain cypress dahlia daisy
dancer dapple denim desert diamond dolphin donkey dragon drawer drizzle drummer eagle easel echo elbow ember engine
falcon feather fennel ferry fiddle finch fjord flannel flute forest fossil fountain foxglove galaxy garden garlic gazelle
geyser ginger glacier goblet granite grape gravel guitar hammer harbor hazel heron hickory hollow honey horizon
iceberg indigo island ivory jacket jasmine jigsaw juniper kayak kernel kettle kitten ladder lagoon lantern laurel
lemon lilac linen lobster locket loon lotus lumber lunch magnet magpie mango maple marble meadow melon mitten
monarch mosaic muffin mustard napkin nectar needle nickel noodle nutmeg oatmeal olive onion orange orchard orchid
otter oyster paddle palette pansy panther parade parsley pasture peach pebble pelican pepper piano pickle pigeon pillow
pine planet plaza plum pocket pollen pony poplar poppy potato prairie puddle pumpkin puzzle quail quartz quilt
rabbit radish raft railway rainbow raisin raven ribbon river robin rocket rooster rudder saddle saffron salmon sandal
sapling scarf shadow shovel silver skater sleigh snowdrop sparrow spinach spruce squirrel stable summit sunset swallow
tadpole tango teapot thistle thunder timber toffee tulip tundra turtle valley vanilla velvet violet walnut willow
`

export const passwordWords: readonly string[] = list.trim().split(/\s+/)
