#!/bin/sh
# Make a Pi of this virtual machine: the header's GPIO chip (gpio-sim), chips on I2C (i2c-stub), a board revision.
# i2c-stub's chips are registers that keep what is written: all keys of the four TCA9555 open, a panel at 0x3c.
set -e
modprobe -a configfs i2c-dev gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
sim=/sys/kernel/config/gpio-sim/pi
mkdir $sim $sim/bank0
echo 54 >$sim/bank0/num_lines
echo pinctrl-bcm2711 >$sim/bank0/label
echo 1 >$sim/live
ln -sfn "/sys/devices/platform/$(cat $sim/dev_name)/$(cat $sim/bank0/chip_name)" /run/header
modprobe i2c-stub chip_addr=0x20,0x21,0x22,0x23,0x3c
bus=$(basename "$(dirname "$(grep -l 'SMBus stub' /sys/class/i2c-dev/i2c-*/name | head -1)")" | sed 's/i2c-//')
[ -e /dev/i2c-1 ] || ln -s "i2c-$bus" /dev/i2c-1
for chip in 0x20 0x21 0x22 0x23; do
    i2cset -y "$bus" $chip 0 0xff b
    i2cset -y "$bus" $chip 1 0xff b
done
# gpiozero asks for the revision; a Pi 3 B.
cat /proc/cpuinfo >/run/cpuinfo
printf 'Revision\t: a22082\n' >>/run/cpuinfo
