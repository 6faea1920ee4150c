/** Writes models in ONNX's own format: only what the tests' tiny models need of it. */

type Field = readonly [number: number, value: bigint | number | string | Uint8Array];

/** The kinds of a tensor's elements, by ONNX's numbers. */
export const kinds = { float: 1, int32: 6, int64: 7, bool: 9 } as const;
type Kind = keyof typeof kinds;

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export const node = (op: string, inputs: readonly string[], output: string, attributes = {}): OnnxNode => ({
  op,
  inputs,
  output,
  attributes,
});
export const cast = (from: string, output: string, to: number): OnnxNode => node("Cast", [from], output, { to });

/** Kinds and shapes, by name and in order; a name as a size stands for any. */
type Ports = Readonly<Record<string, { readonly kind: Kind; readonly shape: readonly (number | string)[] }>>;

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  /** Scalars, and lists of numbers. */
  readonly constants: Readonly<Record<string, { readonly kind: Kind; readonly value: number | readonly number[] }>>;
  readonly inputs: Ports;
  readonly outputs: Ports;
  readonly metadata: Readonly<Record<string, string>>;
}

export function onnxModel({ nodes, constants, inputs, outputs, metadata }: OnnxGraph): Uint8Array {
  const graph = message([
    ...nodes.map((each): Field => [1, nodeMessage(each)]),
    [2, "tiny"],
    ...Object.entries(constants).map(([name, { kind, value }]): Field => [5, tensor(name, kind, value)]),
    ...Object.entries(inputs).map(([name, { kind, shape }]): Field => [11, valueInfo(name, kind, shape)]),
    ...Object.entries(outputs).map(([name, { kind, shape }]): Field => [12, valueInfo(name, kind, shape)]),
  ]);
  return message([
    [1, 8],
    [7, graph],
    [8, message([[2, 13]])],
    ...Object.entries(metadata).map(
      ([key, value]): Field => [
        14,
        message([
          [1, key],
          [2, value],
        ]),
      ],
    ),
  ]);
}

function nodeMessage({ op, inputs, output, attributes = {} }: OnnxNode): Uint8Array {
  const attribute = ([name, value]: [string, number | readonly number[]]): Field => {
    const numbers = typeof value === "number" ? [[3, value] as const] : value.map((each): Field => [8, each]);
    return [5, message([[1, name], ...numbers, [20, typeof value === "number" ? 2 : 7]])];
  };
  return message([
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, op],
    ...Object.entries(attributes).map(attribute),
  ]);
}

function tensor(name: string, kind: Kind, value: number | readonly number[]): Uint8Array {
  const values = typeof value === "number" ? [value] : value;
  const raw = kind === "float" ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  return message([
    ...(typeof value === "number" ? [] : [[1, value.length] as const]),
    [2, kinds[kind]],
    [8, name],
    [9, new Uint8Array(raw.buffer)],
  ]);
}

function valueInfo(name: string, kind: Kind, shape: readonly (number | string)[]): Uint8Array {
  const sizes = shape.map((size): Field => [1, message([[typeof size === "number" ? 1 : 2, size]])]);
  const type = message([
    [1, kinds[kind]],
    [2, message(sizes)],
  ]);
  return message([
    [1, name],
    [2, message([[1, type]])],
  ]);
}

/** A message of Protocol Buffers: numbers as varints, all else by its length. */
function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number" || typeof value === "bigint") {
      return Buffer.concat([varint(number << 3), varint(value)]);
    }
    const bytes = Buffer.from(value);
    return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
  });
  return Buffer.concat(parts);
}

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}
