"""What light, lens and camera do to a drawn picture: shadow, glare, flicker, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.shot import Shot


def spoilt(picture: NDArray[np.uint8], shot: Shot, random: np.random.Generator) -> NDArray[np.uint8]:
    """Adds light, shadow, glare, blur, noise and compression."""
    height, width = picture.shape[:2]
    # Light on a thumbnail: it is smooth, and stretching it costs little.
    small = np.stack(np.meshgrid(np.linspace(-1, 1, 64), np.linspace(-1, 1, 36)), -1)
    field = np.full((36, 64, 3), shot.brightness)
    field *= np.array(shot.light[::-1])
    if shot.gradient:
        angle = random.uniform(0, 2 * np.pi)
        field *= 1 + shot.gradient * (small @ (np.cos(angle), np.sin(angle)))[..., None] * 0.7
    if shot.shadow:
        angle, offset = random.uniform(0, 2 * np.pi), random.uniform(-0.4, 0.4)
        edge = (small @ (np.cos(angle), np.sin(angle)) - offset) / 0.12
        field *= 1 - shot.shadow / (1 + np.exp(-np.clip(edge, -30, 30)))[..., None]
    if shot.flicker:
        phase, count = random.uniform(0, 2 * np.pi), random.uniform(1.5, 5)
        bands = np.sin(np.linspace(0, 2 * np.pi * count, 36) + phase)
        field *= 1 - shot.flicker * (0.5 + 0.5 * bands)[:, None, None] * (1.0, 0.95, 0.85)
    light = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = picture.astype(np.float32) * light
    if shot.glare:
        spot = random.uniform(-0.7, 0.7, 2)
        distance = ((small - spot) ** 2 / (0.03, 0.06)).sum(axis=-1)
        shine = cv2.resize((shot.glare * 255 * np.exp(-distance)).astype(np.float32), (width, height))
        lit += shine[..., None]
    if shot.motion_px > 1:
        length = int(shot.motion_px)
        kernel = np.zeros((length, length), np.float32)
        angle = random.uniform(0, np.pi)
        half = (length - 1) / 2
        reach = half * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(
            kernel,
            tuple(np.round(half - reach).astype(int).tolist()),
            tuple(np.round(half + reach).astype(int).tolist()),
            1.0,
        )
        lit = cv2.filter2D(lit, -1, kernel / kernel.sum())
    if shot.unsharp_px > 0:
        reach = int(np.ceil(shot.unsharp_px))
        ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        disc = np.clip(shot.unsharp_px + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
        lit = cv2.filter2D(lit, -1, disc / disc.sum())
    if shot.blur_px > 0:
        lit = cv2.GaussianBlur(lit, (0, 0), shot.blur_px)
    if shot.noise > 0:
        noise = np.empty(lit.shape, np.int16)
        cv2.setRNGSeed(int(random.integers(1, 2**31 - 1)))
        cv2.randn(noise, 0, shot.noise)
        lit += noise
    result = np.clip(lit, 0, 255, out=lit).astype(np.uint8)
    if shot.jpeg is not None:
        _, packed = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])
        result = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return result
