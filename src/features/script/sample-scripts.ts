import type { Mode } from "../../contract/model.ts";
import { longChineseScripts } from "./long-scripts-zh.ts";

/** A text to try things out with. */
export interface SampleScript {
  readonly id: string;
  /** The language's tag; its name for itself stands in the menu. */
  readonly language: string;
  readonly title: string;
  /** Set for the scripts that are there for their length: the mode that takes it and that no shorter mode would. */
  readonly length?: Mode;
  readonly text: string;
}

const english = `Good evening, and welcome aboard. We will be travelling through the night, so let me tell you the few things worth knowing. The dining car is in the middle of the train; soup is served until eleven, tea until nobody is awake to ask for it. Please keep your window closed in the tunnels. If you can't sleep, the view on the left is better, and the company on the right.`;

const chinese = `各位旅客，晚上好，欢迎乘车。我们将行驶一整夜，有几件小事想告诉您：餐车在列车中部，热汤供应到十一点，热茶则一直供应到没有人醒着为止。过隧道时请关好车窗。如果睡不着，左边的风景更好，右边的同伴更有趣。祝您一路平安，明早见。`;

const japanese = `みなさま、こんばんは。ご乗車ありがとうございます。この列車は、ひと晩かけて北の海まで走ります。食堂車はまんなかの車両にあり、温かいスープは十一時まで、お茶はどなたかが起きていらっしゃるかぎりご用意しております。トンネルでは窓をお閉めください。眠れない夜は、左の窓から月をごらんください。`;

const korean = `승객 여러분, 안녕하십니까. 오늘 밤 저희 열차를 이용해 주셔서 감사합니다. 식당칸은 열차 가운데에 있으며, 따뜻한 수프는 열한 시까지, 차는 누군가 깨어 있는 동안 계속 준비됩니다. 터널을 지날 때에는 창문을 닫아 주십시오. 잠이 오지 않으시면 왼쪽 창밖을 보세요. 달이 강을 따라 함께 갑니다.`;

const spanish = `Buenas noches y bienvenidos a bordo. Viajaremos toda la noche, así que les cuento lo poco que conviene saber. El coche comedor está en el centro del tren: hay sopa hasta las once, y té mientras quede alguien despierto para pedirlo. Cierren la ventanilla en los túneles, por favor. Y si no pueden dormir, miren hacia la izquierda: la luna nos acompaña por el río.`;

const streamLength = `The weather for tomorrow. In the north it stays dry until the afternoon, with a light wind from the sea and temperatures around fourteen degrees. Towards evening clouds move in from the west, and after nightfall there may be some rain along the coast. In the south the day begins with fog in the valleys; it lifts by ten o'clock, and then the sun has the sky to itself, with up to twenty-one degrees. Whoever is out on the lakes should know that the wind freshens after four. The outlook: Thursday changeable, Friday better, and on Saturday, if all goes well, a day for leaving the coat at home.`;

const speechLength = `The lighthouse keeper's daughter knew every ship by its horn. There was the mail boat, which coughed twice before it spoke, like an uncle about to tell a story. There was the coal ship, so low and so slow that one felt it in the floor before one heard it. And there was the ferry, cheerful and slightly out of tune, that called every evening at ten past six, though its timetable said six.

She kept a book about them. On the left she wrote the time, on the right what the weather was like, and in the middle, where other people would have put the name, she drew the sound: a long line for the coal ship, two short strokes and a long one for the mail, a small wave for the ferry. After a year she could read her drawings aloud. After two, her father swore that the cat came down to the harbour when she hummed the ferry.

One night in November, in fog so thick that the light on the tower lit nothing but itself, she heard a horn that wasn't in the book. It was high and thin and came from the wrong side of the rocks. She didn't wake her father. She took the old brass horn from the wall, the one they kept for days when the power failed, went out on the gallery, and answered: one long line, then a wave, then a long line again. It means nothing in any code. But whoever was out there understood that somebody was standing at a certain place, and that this place was not the sea.

In the morning a blue sailing boat lay at the pier. Its skipper, a woman with a wet hat and very dry humour, asked who had played the trumpet. "It isn't a trumpet," said the girl. "No," said the woman, "but it was music." Then she opened the book, found the next free line, and asked what her ship sounded like.`;

const asyncParts = [
  `The Clockmaker of Tern Street

I

Nobody on Tern Street could have said when the clockmaker had come. The baker believed that he had always been there; the postman, who was younger and liked exact answers, found an entry in the old register that named the shop but not the man. What everybody could say was how it sounded. When the door was opened, forty clocks went at once, and since no two of them agreed, the room was filled with something like rain. Strangers asked how he could bear it. The clockmaker said that he would only notice if it stopped.

He repaired what was brought to him, and he was good at it, but he was known for something else. He could hear what was wrong with a clock before he opened it. A customer would set a parcel on the counter, and he would hold up one finger, listen, and say that the third wheel had lost a tooth, or that somebody had oiled the spring with salad oil, or that the clock was well but had been carried past a church and was now confused. People laughed at the last of these. Then they took the clock home by another way, and it kept time.`,
  `II

In the spring a woman came in with a box on a handcart. It took both of them to lift it. Inside was a tall clock with a painted face: a harbour with ships, a hill with a windmill, and above them a sky in which a small sun and a small moon took turns. It didn't go. The clockmaker held up his finger and listened for so long that the woman began to count the clocks on the wall. At last he said, "I hear nothing at all," and she saw that it troubled him more than any noise could have done.

"It belonged to my grandmother," she said. "She told me that it stopped on the day when the last ship left the harbour. Not this harbour. That one." She pointed at the painted water. The clockmaker didn't smile. He asked whether he might keep it until the autumn.

He took it apart on a Sunday, when the street was quiet. Every wheel was sound. The spring was new; the pendulum was straight; there was even a little oil, of the right kind, in the right places. He put everything back together, wound it, gave the pendulum a push, and it swung nine times and stood still, politely, like somebody who has been asked to dance and would rather not.`,
  `III

He tried what he knew, and then what he had only heard of. He moved the clock to the north wall and to the south. He let it stand among the others, hoping that it would learn from them, and he let it stand alone, in case it was shy. He read to it, which he told nobody. In June he wrote to a colleague in another city, who answered with a drawing of a tool that didn't exist and the advice to be patient.

By July the children of Tern Street had found out. They came after school, pressed their noses to the glass, and looked at the harbour. There were seven ships, they said, and one of them had its sails set. There was a man on the pier with a parcel under his arm. There was a dog. The clockmaker had spent three months with that clock and had never seen the dog.

"Where is it going?" asked the smallest of the children, whose name was Ida.

"The dog?"

"The ship," said Ida. "It has its sails up, but it can't go. There isn't any wind. Look at the mill."

The clockmaker looked at the mill. Its four arms were painted in a cross, upright and level, as a miller leaves them when the day's work is done. Then he looked at the flags on the ships, which he had taken for a careless stroke of the brush, and saw that each of them hung straight down.`,
  `IV

That night he didn't sleep. He lit the good lamp, took the clock's face from its screws, and turned it round. On the back, in pencil, in a hand that was neither old nor young, stood one line: "Goes with the wind from the west." Beneath the line was a hole no wider than a thumb, and behind the hole a channel of thin brass that ran along the whole case and came out at the side, where a strip of wood had been nailed over it, neatly, by somebody who disliked draughts.

He pulled the nails out one by one and put them into a saucer. He carried the clock to the window on the west side, which cost him an hour and the skin of two knuckles, opened the window, and waited. Nothing moved on Tern Street. A cat crossed it, thought better of it, and crossed back.

A little before four, the air changed. First the sign of the bakery creaked, then the leaves in the yard turned over and showed their pale sides, and then it came over the roofs, cool and smelling of salt, though the sea was a day's journey away. It went into the brass channel with a sound like somebody drawing breath before a sentence. Inside the case a small vane trembled, a lever fell that he had taken for an ornament, and the pendulum, which nobody had touched, began to swing.

The clockmaker counted. Nine, he counted; ten; eleven. At a hundred he stopped counting and sat down on the floor.`,
  `V

The woman came for it in September. The clock stood by the window, and the window was open. She heard it from the door, between all the others: a slow, broad beat, the beat of something that has time. The sun was setting behind the painted hill, and the moon stood ready with half of its face.

"What was it?" she asked.

He showed her the line of pencil, the hole and the four nails. He had thought about what to tell her, and he had decided on the truth, because it was shorter. "Somebody wanted to keep the cold out," he said. "It is easily done. One closes a gap, and the room is warmer, and then one wonders for fifty years why something stands still."

She laid her hand on the case, as one does with a horse. Then she asked what she owed him, and he said that he would like to hear it once more before it left, and that this would do.

They waited together. At six, all the clocks of the shop struck, each when it thought best, so that it was six on Tern Street for almost four minutes. The tall clock was the last. It didn't strike. Somewhere behind the painted water a bell was rung, twice, as it is rung on a pier when the ropes are let go; and Ida, who had come in without being asked and stood between them with her chin on the counter, said what she had been the only one to see from the beginning.

"There," she said. "Now it's going."`,
];

/** The languages in which there are scripts of every length. */
export const lengthLanguages = ["en", "zh"] as const;
export type LengthLanguage = (typeof lengthLanguages)[number];

/** The scripts of the menu: one in each of five languages, then one for each length in each of {@link lengthLanguages}. */
export const sampleScripts: readonly SampleScript[] = [
  { id: "english", language: "en", title: "Welcome aboard", text: english },
  { id: "chinese", language: "zh", title: "欢迎乘车", text: chinese },
  { id: "japanese", language: "ja", title: "ご乗車ありがとうございます", text: japanese },
  { id: "korean", language: "ko", title: "오늘 밤 열차", text: korean },
  { id: "spanish", language: "es", title: "Bienvenidos a bordo", text: spanish },
  { id: "stream", language: "en", title: "The weather for tomorrow", length: "stream", text: streamLength },
  { id: "speech", language: "en", title: "The horn", length: "speech", text: speechLength },
  {
    id: "async",
    language: "en",
    title: "The Clockmaker of Tern Street",
    length: "async",
    text: asyncParts.join("\n\n"),
  },
  ...longChineseScripts.map(({ mode, title, text }) => ({
    id: `chinese ${mode}`,
    language: "zh",
    title,
    length: mode,
    text,
  })),
];
