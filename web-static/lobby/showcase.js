// Finished games that the home page replays while no live game can be shown. The server's own
// engine has played all of them, level 10 as `best` and level 9 on the other side, with 1.5 s per
// move (`gomoku-cli match level:10 level:9`).

export const SHOWCASE = [
  { rule: "freestyle", best: "x", moves: "h6 h3 h1 g2 e6 i6 e7 i4 j5 i5 i3 e5 f7 g5 h7 g7 h9 i8 i7 h5 f5 g8 g6 f6 h8 h10 e8 e9 d7 d4 c3 c8 c6 f9 d9 c10 c7 b7 c4 c5 b5 a4 d3 e4 e2 a6 f1" },
  { rule: "standard", best: "x", moves: "j5 i6 m5 l2 g8 h8 m2 i5 i4 k6 j6 j7 m4 m3 j4 k4 j3 j2 h5 k2 k5 f7 h2 i3 i9 f4 m7 f6 f5 e5 h4 h3 l6 n8 l8 l5 j8 k7 k9 j10 l9 h9 i8 d4 g7 c3 b2 m8 l10 l7 m11 n12 i7" },
  { rule: "renju", best: "x", moves: "h10 g11 f7 i12 k11 i11 i13 j10 j11 h11 g12 k9 l8 l10 g10 l11 f10 e10 h12 m10 i10 k12 n9 m12 h9 g8 k10 l12 j12 l13 l14 l9" },
  { rule: "freestyle", best: "o", moves: "j9 i12 g12 h12 g13 g11 h11 i10 i13 f10 i8 e9 d8 e10 g10 h9 g8 g9 f9 e8 e11 e7 e6 f8 h10 d10 g7 c10 b10 d9 f7 c8 c4 d5 b7 c5 d6 c11 b12 c9 c12 c7" },
  { rule: "renju", best: "x", moves: "i7 k8 g10 k6 k10 k4 g9 j6 g7 g8 h7 j7 e7 f7 h10 k5 k7 k3 k2 f8 i10 j10 f10 e10 h8 e11 h9 h11 h6" },
  { rule: "standard", best: "o", moves: "j5 i6 m5 l2 g8 h8 m2 k5 i7 h6 j7 j6 k6 f6 g6 g7 i9 f8 i5 f7 f5 e7 g5 h5 h7 e5 d4 e9 d10 c7 d7 f10 f9 d8 g11 b6" },
  { rule: "freestyle", best: "x", moves: "j9 i12 g12 h12 g13 h11 h13 g10 f9 f11 g11 k11 h9 i9 j13 i13 j10 j12 l10 k12 l12 k10 k13 l9 m8 k8 k9 m11 j7 j8 l6 l11 j11 n11 o11 m10 o12 m12 m13 k6 m7 l8 k5 n8 o10 o9 n9 i7 i8 h14 g15 g14 f14 k14 i11 h6 g5 g6 o14 o13 f7 f6 g8 i10 e6 d5 i6 h7 m5 m4 l13 n13 m6 m9 l5 j5 l4 l7 l3 l2 k3 h3 i4 h4 h5 j2 i3 j4 j3 m3 k4 n7 i2" },
];
